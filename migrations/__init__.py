"""The history of the database schema, run by Alembic."""
