/** SQL of the payouts that lines of a bank may return, and of those lines. Reads only. */

import { int4, int8, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { payoutStatuses } from '../payouts/payout.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { isDecided, lineColumns, type Outside, storedLine, textOf } from './reconciliation.repository.ts';

const named = {
  holderId: int8,
  id: text,
  /** The id as a bank may give it back (named-ids.ts). */
  reference: text,
  status: oneOf(...payoutStatuses),
  currency: text,
  /** What the bank was to pay, in minor units. */
  net: int8,
  /** Of a payout that failed: the transfer that brought its money back, if no line has any of it. */
  returnId: nullable(int8),
};

export type NamedPayout = RowOf<typeof named>;

/** @param references as `possibleIds` finds them. @returns in the order in which rows are locked. */
export async function findNamedPayouts(
  db: Database | Tx,
  mode: Mode,
  references: readonly string[],
): Promise<NamedPayout[]> {
  if (references.length === 0) return [];
  return query(named)`
    select p.holder_id as "holderId", p.id, lower(replace(p.id, '_', '')) as reference, p.status, p.currency,
      p.amount - p.fee as net, t.id as "returnId"
    from payouts p
    left join transfers t on p.status = 'failed' and t.holder_id = p.holder_id and t.mode = p.mode
      and t.subject_kind = 'payout' and t.subject_id = p.id and t.code = 'payout_returned' and t.line = 1
      and not exists (
        select from statement_matches m
        where m.transfer_holder_id = t.holder_id and m.transfer_id = t.id and m.source = 'bank')
    where p.mode = ${mode} and lower(replace(p.id, '_', '')) = any(${references}::text[])
    order by p.holder_id, p.id`.execute(db);
}

/** `payout_sent`: to the bank. `payout_returned`: back from it. */
export function findBankTransfer(
  tx: Tx,
  mode: Mode,
  { holderId, id }: { holderId: bigint; id: string },
  code: 'payout_sent' | 'payout_returned',
): Promise<TransferKey> {
  return tx
    .selectFrom('transfers')
    .select(['holderId', 'id'])
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('subjectKind', '=', 'payout')
    .where('subjectId', '=', id)
    .where('code', '=', code)
    .where('line', '=', code === 'payout_sent' ? 0 : 1)
    .executeTakeFirstOrThrow();
}

const returnLine = { ...storedLine, payments: int4 };

/** `payments`: of how many that are in it something is known. */
export type ReturnLine = RowOf<typeof returnLine>;

/** Open lines of money that came in, that rules may match and that may name a payout. @returns at most `limit` after `after`. */
export async function listReturnLines(
  tx: Tx,
  { mode, source }: Outside,
  after: bigint,
  limit: number,
): Promise<ReturnLine[]> {
  return query(returnLine)`
    select ${lineColumns}, coalesce(jsonb_array_length(details -> 'payments'), 0) as payments from statement_lines l
    where mode = ${mode} and source = ${source} and amount > 0 and matched_amount = 0 and not rules_off and ${isDecided('l')}
      and id > ${after} and (details is not null or concat_ws(' ', ${textOf('l')}, end_to_end_id) ~* 'p[^a-z0-9]*o')
    order by id limit ${limit}`.execute(tx);
}
