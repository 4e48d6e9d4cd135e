-- Readers of a book's events see only those that have a position, in its order. It is given after the commit, so that
-- an event that commits late is never skipped by a reader who has gone on.

create index events_unpositioned on events (holder_id, mode, created_at, id) where position is null;
create unique index events_position on events (holder_id, mode, position) where position is not null;
