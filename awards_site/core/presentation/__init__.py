"""What pages show of stored data: texts, Markdown and images."""
