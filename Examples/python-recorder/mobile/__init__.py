"""The mobile platform: an object server, and devices with users and local copies. See "Mobile platform"."""
