"""Where things are on the printed boards, and how boards lie side by side."""
