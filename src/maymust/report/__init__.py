"""What a person or a program gets to see: one view model, printed as text or written as JSON."""
