"""Sessions of signed-in browsers, and what requires one: pages, websockets and endpoints."""
