"""Reads clang's tree of a unit into ours."""
