"""The public library: what `import modgen` offers. Import these names from `modgen`."""
