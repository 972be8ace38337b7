"""The time until an instant, in a cell of a table."""

from awards_site.frontend import react, script

TimeLeft = react("TimeLeft", script("portal/lists/time_left.jsx"), target=str, over=str)
"""Shows 'in Xd Xh Xm Xs', or `over` once `target`, an ISO 8601 time, is past."""
