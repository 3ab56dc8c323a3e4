"""The file formats of the VASSAL engine, both ways. Knows no game model."""
