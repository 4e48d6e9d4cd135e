-- Banks give an id back in any case and without its underscore: a line of a statement names a payout by it.
create index payouts_reference on payouts (lower(replace(id, '_', '')));
