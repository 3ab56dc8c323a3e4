"""Positions on the printed boards, and the arrangement of boards side by side."""
