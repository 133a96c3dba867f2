"""Named steps from a program to the transition system that an engine works on; `pipeline` lists them.

Other steps are taken where somebody wishes: from programs to programs (`group_properties`, `probe`), to
modules whose calls stay calls (`modules`, `join_modules`), and from systems to systems (`split_choices`,
`scale_constants`).
"""
