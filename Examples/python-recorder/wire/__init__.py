"""What stands between the recorder and the suite: JSON, Extended JSON, steps, JSON-RPC."""
