"""The page shell: header, footer, sections and error boundary."""
