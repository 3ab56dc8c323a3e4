"""Load a module in the VASSAL engine and report what the engine complains about."""
