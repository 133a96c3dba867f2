"""Benchmarks: `python -m benchmarks [NAME...]`; docs/BENCHMARKS.md says what they measure."""
