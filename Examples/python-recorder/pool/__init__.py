"""The event realm: partitions on a device, and their way to a server."""
