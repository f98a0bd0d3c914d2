"""The web server: Starlette over sans-IO tables; docs/protocol.md is its contract."""
