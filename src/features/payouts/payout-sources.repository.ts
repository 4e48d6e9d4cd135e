/** SQL of what a person sees before they request a payout: the balances to draw from, and debts. Reads only. */

import { int8, nullable, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { accountColumns, accountShape, ofAccounts } from '../../core/ledger/account-sql.ts';
import type { Account, Book } from '../../core/ledger/accounts.ts';

const drawable = {
  /** The book's holder: for earnings, the company. */
  holderId: int8,
  /** The name of the book's holder. */
  name: text,
  currency: text,
  /** Minor units, above 0. */
  balance: int8,
  ...accountShape,
};

export type Drawable = RowOf<typeof drawable> & Account;

/** The accounts with a positive balance that a holder's payouts can draw from. */
export async function listDrawable(db: Database | Tx, { holderId, mode }: Book): Promise<Drawable[]> {
  return ofAccounts(
    await query(drawable)`
    select * from (
      select a.holder_id as "holderId", h.name, ${accountColumns('a')}, a.currency, a.balance
      from holders h
      join accounts a on a.holder_id = h.id and a.mode = ${mode}
        and a.kind = any(case when h.kind = 'company' then array['commission', 'clearing'] else array['wallet'] end)
      where h.id = ${holderId}
      union all
      select a.holder_id, c.name, ${accountColumns('a')}, a.currency, a.balance
      from links l
      join holders c on c.id = l.company_id
      join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'earnings' and a.link_id = l.id
      where l.holder_id = ${holderId}) d
    where balance > 0 order by "holderId", kind, "linkId", currency`.execute(db),
  );
}

/** `linkId` null: what the holder owes the service; else what the link owes its company. Minor units, above 0. */
const ownDebt = { linkId: nullable(int8), currency: text, amount: int8 };

export async function listOwnDebts(db: Database | Tx, { holderId, mode }: Book): Promise<RowOf<typeof ownDebt>[]> {
  return query(ownDebt)`
    select null::bigint as "linkId", a.currency, a.balance as amount
    from accounts a
    where a.holder_id = ${holderId} and a.mode = ${mode} and a.kind = 'debt' and a.balance > 0
    union all
    select l.id, a.currency, a.balance
    from links l
    join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'link_debt' and a.link_id = l.id
    where l.holder_id = ${holderId} and a.balance > 0`.execute(db);
}
