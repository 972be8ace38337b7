"""Operations: building, migrating, serving and exporting the site."""
