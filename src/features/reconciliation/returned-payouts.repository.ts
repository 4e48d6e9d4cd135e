/** SQL of payouts that a bank may have returned. Reads only. */

import { sql } from 'kysely';
import { int8, text, textArray } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { OpenTransfer } from './match-lines.ts';

/**
 * The payouts of these amounts that the books say the bank has, as what they would be if it returned them: named by
 * their id. @returns at most `limit` after `after`.
 */
export async function listReturnablePayouts(
  db: Database | Tx,
  mode: Mode,
  wanted: readonly { currency: string; amount: bigint }[],
  after: { holderId: bigint; id: bigint } | undefined,
  limit: number,
): Promise<OpenTransfer[]> {
  const from = after === undefined ? sql`true` : sql`(p.holder_id, p.position) > (${after.holderId}, ${after.id})`;
  return query({ holderId: int8, id: int8, currency: text, amount: int8, references: textArray })`
    select p.holder_id as "holderId", p.position as id, p.currency, p.amount - p.fee as amount, array[p.id] as references
    from payouts p
    where p.mode = ${mode} and p.status in ('sent', 'completed') and (p.currency, p.amount - p.fee) in (
      select * from ${unnested('w', wanted, { currency: text, amount: int8 })})
      and ${from}
    order by p.holder_id, p.position limit ${limit}`.execute(db);
}
