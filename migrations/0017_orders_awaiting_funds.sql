-- Money that arrives asks first whether anything waits for it.
create index orders_awaiting_funds on orders (holder_id, mode) where settlement_status = 'awaiting_funds';
