/** SQL of a company's home: what waits, and the totals of its days. Reads the features' tables; writes nothing. */

import { bool, int8, nullable, oneOf, text } from '../../../base/database/columns.ts';
import { writtenSince } from '../../../base/database/first-id-since.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { accountKinds, type Book } from '../../../core/ledger/accounts.ts';
import { transferCode } from '../../../core/ledger/transfer-code.ts';
import { hasBrokenSplits } from '../../orders/broken-splits.repository.ts';
import type { ClearingSum } from './flow.ts';

/** What a company may have to attend to. Invitations are those of both modes, as the list of invitations is. */
export const countPending = (db: Database, { holderId, mode }: Book) =>
  query({
    awaitingFunds: int8,
    onHold: int8,
    brokenSplits: int8,
    refundsAwaitingFunds: int8,
    handovers: int8,
    invitations: int8,
  })`
    select
      (select count(*) from orders where holder_id = ${holderId} and mode = ${mode}
        and settlement_status = 'awaiting_funds') as "awaitingFunds",
      (select count(*) from orders where holder_id = ${holderId} and mode = ${mode}
        and settlement_status = 'on_hold') as "onHold",
      (select count(*) from orders o where o.holder_id = ${holderId} and o.mode = ${mode}
        and ${hasBrokenSplits(holderId)}) as "brokenSplits",
      (select count(*) from order_refunds where holder_id = ${holderId} and mode = ${mode}
        and status = 'awaiting_funds') as "refundsAwaitingFunds",
      (select count(*) from cash_handovers where holder_id = ${holderId} and mode = ${mode}
        and status = 'waiting' and recorded_by = 'link') as handovers,
      (select count(*) from invitations where company_id = ${holderId} and status = 'pending') as invitations`.executeTakeFirstOrThrow(
    db,
  );

/** From when on, in which zone a day begins, and from when on rows may have been written. */
export type Since = { from: Date; timeZone: string; writtenFrom: Date };

const clearingColumns = {
  day: text,
  currency: text,
  cameIn: bool,
  code: transferCode,
  kind: oneOf(...accountKinds),
  linkType: nullable(oneOf('merchant', 'courier')),
  amount: text,
};

/** What moved in and out of clearing each day, in minor units. */
export async function sumClearing(
  db: Database,
  { holderId, mode }: Book,
  { from, timeZone, writtenFrom }: Since,
): Promise<(ClearingSum & { day: string })[]> {
  const rows = await query(clearingColumns)`
    with moved as (
      select date_trunc('day', t.created_at at time zone ${timeZone}) as day, t.from_account_id, t.to_account_id, t.code,
        sum(t.amount) as amount
      from transfers t
      where t.holder_id = ${holderId} and t.mode = ${mode} and t.created_at >= ${from}
        and ${writtenSince('t.id', 'transfers', holderId, writtenFrom)}
      group by 1, 2, 3, 4
    )
    select to_char(m.day, 'YYYY-MM-DD') as day, c.currency, m.to_account_id = c.id as "cameIn", m.code, o.kind,
      l.type as "linkType", sum(m.amount)::text as amount
    from moved m
    join accounts c on c.holder_id = ${holderId} and c.kind = 'clearing' and c.id in (m.from_account_id, m.to_account_id)
    join accounts o on o.holder_id = ${holderId} and o.id in (m.from_account_id, m.to_account_id) and o.id <> c.id
    left join links l on l.company_id = ${holderId} and l.id = o.link_id
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
