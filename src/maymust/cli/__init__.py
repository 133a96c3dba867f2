"""The command line: arguments, wiring, exit codes. The only room that prints or touches files."""
