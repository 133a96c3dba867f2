"""Random tests in Python, and the values that tests of all suppliers give to inputs."""
