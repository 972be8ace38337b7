"""Tests of content sections: differences and history."""
