-- Whose account a line's counterparty may be: looked up by its number among the lines that were matched.

create index statement_lines_counterparty on statement_lines (mode, source, counterparty_account)
  where counterparty_account is not null;
