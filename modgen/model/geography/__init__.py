"""Plane geometry, GeoJSON and SVG shapes, merging of provinces, cells of grids."""
