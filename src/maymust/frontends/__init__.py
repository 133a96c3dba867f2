"""Front ends: from source text to the IR."""
