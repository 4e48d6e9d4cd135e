/** SQL of what payees owe, shown to the operator beside their payouts. Reads only. */
import { int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import type { Payout } from './payout.ts';

/** `amount` in minor units, above 0. */
const payeeDebt = { ownerHolderId: int8, mode: oneOf(...modes), currency: text, amount: int8 };

export type PayeeDebt = RowOf<typeof payeeDebt>;

/** What the owners of these payouts owe, to the service and to every company they earn in, by mode and currency. */
export async function listPayeeDebts(
  db: Database | Tx,
  payouts: readonly Pick<Payout, 'ownerHolderId' | 'mode'>[],
): Promise<PayeeDebt[]> {
  const owners = [...new Set(payouts.map(({ ownerHolderId }) => ownerHolderId))];
  return query(payeeDebt)`
    select "ownerHolderId", mode, currency, sum(balance)::bigint as amount
    from (
      select a.holder_id as "ownerHolderId", a.mode, a.currency, a.balance
      from accounts a where a.holder_id = any(${owners}::bigint[]) and a.kind = 'debt'
      union all
      select l.holder_id, a.mode, a.currency, a.balance
      from links l
      join accounts a on a.holder_id = l.company_id and a.kind = 'link_debt' and a.link_id = l.id
      where l.holder_id = any(${owners}::bigint[])) d
    group by 1, 2, 3 having sum(balance) > 0 order by 1, 2, 3`.execute(db);
}
