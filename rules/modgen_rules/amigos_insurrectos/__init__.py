"""Amigos & Insurrectos: an area war with hidden stacks, Leaders, chits, sea moves and battles."""
