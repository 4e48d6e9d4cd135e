-- A line matches transfers of its own currency and amount: the open lines are read in this order, a page at a time.
create index statement_lines_open_money on statement_lines (mode, source, currency, amount, id)
  where transfer_id is null and not rules_off;
