"""Alembic's entry point; always run on a connection that the store opened."""

from alembic import context

from shokha.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
