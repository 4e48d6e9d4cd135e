-- What a settlement only recorded in the shadow ledger, apart from what it credited: minor units by currency, both written when it ends. Null
-- while it runs, and of settlements that an earlier version finished, whose `credited` has both; their transfers are then added up when they
-- are read.
alter table settlements add column recorded jsonb;
