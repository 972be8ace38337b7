"""Tests of faults of the machine: killed processes, full disks, lost databases, changed clocks."""
