-- The request that caused an event; null for events of jobs, of the command line and of before.
alter table events add column request_id uuid;
