"""Pages and pictures of the documentation that are made from the code and the bundled games."""
