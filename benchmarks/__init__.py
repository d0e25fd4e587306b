"""How long things take, as ratios of whole processes: `python -m benchmarks`."""
