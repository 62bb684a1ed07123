"""Language models: a request goes in, completions come out one by one. One file per backend."""
