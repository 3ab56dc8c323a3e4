"""Draw spaces, pieces, cards and boards as SVG and PNG."""
