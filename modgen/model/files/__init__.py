"""Reading files: YAML, tables and pictures, each value with its position; diagnostics."""
