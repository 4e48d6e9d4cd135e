-- What a settlement credited: minor units by currency, written when it ends, from its transfers. Null while it runs, and of settlements that
-- an earlier version finished; their transfers are then added up when they are read.
alter table settlements add column credited jsonb;
