"""RefinePred and RefineGraph: predicates that exclude a frontier, and the graph that is split by them."""
