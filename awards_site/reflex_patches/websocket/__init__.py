"""Patches of the State, its events, and the websocket between browser and server."""
