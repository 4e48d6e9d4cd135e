-- One row once `sluice serve` has run on this database: demo accounts are never added to it then.
create table production (
  id smallint primary key default 1 check (id = 1),
  served_at timestamptz not null default now()
);
