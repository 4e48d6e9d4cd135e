-- Backups of the built-in database that were made, or failed: for metrics, alarms, and to know when the next one is due.
create sequence backup_runs_id_seq;
create table backup_runs (
  id bigint primary key default nextval('backup_runs_id_seq'),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- The directory or the bucket, without credentials.
  place text not null check (char_length(place) between 1 and 1000),
  -- Of the backup that was made.
  name text check (char_length(name) between 1 and 100),
  bytes bigint check (bytes > 0),
  -- Why none was made.
  error text check (char_length(error) between 1 and 500),
  constraint backup_runs_outcome check ((name is null) = (bytes is null) and (name is null) <> (error is null)),
  constraint backup_runs_times check (finished_at >= started_at)
);
create index backup_runs_made on backup_runs (id) where name is not null;
