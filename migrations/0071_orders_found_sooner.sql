-- Lists of one of these states would otherwise pass over every other order of the account. An order is written here only when it gets such a
-- state, never when it is recorded or settled.
create index orders_of_rare_payment on orders (holder_id, mode, payment_status, id)
  where payment_status in ('authorized', 'partially_refunded', 'refunded', 'cancelled');
create index orders_of_rare_settlement on orders (holder_id, mode, settlement_status, id)
  where settlement_status in ('partially_reversed', 'reversed', 'void');
-- An incremental verification counts the orders of the settlements that changed, and no others.
create index orders_of_settlement on orders (holder_id, settlement_id) where settlement_id is not null;
