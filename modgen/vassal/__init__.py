"""Read and write the file formats of the VASSAL engine, independently of the game model."""
