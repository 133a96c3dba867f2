"""What contracts mean to engines and to judges: one room for each language. Engines know none of them."""
