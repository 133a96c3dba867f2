"""The must side: tests as a forest of concrete states, and the queries that make it grow."""
