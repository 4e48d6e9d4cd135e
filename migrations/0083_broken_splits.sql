-- Orders whose splits may need someone before they settle: every order that was recorded with a warning, and those with a split
-- that names no payee. Few orders are here, so the company's list and home check the rest row by row (src/orders/
-- broken-splits.repository.ts).
create index orders_broken_splits on orders (holder_id, mode, id)
  where settlement_status in ('unsettled', 'awaiting_funds', 'on_hold')
    and (warnings <> '{}' or jsonb_path_exists(splits, '$[*] ? (@.type != "partner" && @.ref == null)'));
