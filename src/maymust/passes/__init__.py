"""Named steps from a program to the transition system that an engine works on; `pipeline` lists them."""
