"""The intermediate representation: procedures as control-flow graphs with one simple statement an edge."""
