"""`modgen serve`: a page in the browser for players and designers who do not use a shell.

The server listens only on this machine. `guard` refuses every request that the page itself did not
send; `storage` keeps uploads in a private folder; `jobs` runs long work in other processes
(`worker`, `tasks`), so that the page never waits; `games` begins and finds games; `design` draws a
game folder, watches it, and writes what the page changes.
"""
