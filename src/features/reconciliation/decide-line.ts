/**
 * What a person says about a line before it counts: which way its money went, and whether an earlier statement has it.
 * Nothing is posted or matched with it; from then on the line is like any other.
 */

import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { absolute } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { Direction } from '../bank-files/csv/sign-words.ts';
import { lockedLine } from './match-by-hand.ts';
import { type StoredLine, saveDirection, saveDuplicate } from './reconciliation.repository.ts';
import { listReturnedAmong } from './transfers.repository.ts';

type Deps = { db: Database };

const refusal = (message: string) => new AppError('invalid_state', { message });

/**
 * A person may correct what was said, while the line is open.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` where the statement says it, and of a line that is matched or
 *   sent back.
 */
export function sayDirection(actor: Actor, { db }: Deps, lineId: bigint, direction: Direction): Promise<StoredLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.set_direction', tx, lineId);
    if (line.direction === direction) return line;
    if (line.direction === 'read') throw refusal('The statement already gives the direction of this line.');
    await refuseUsed(tx, line);

    const size = absolute(line.amount);
    const amount = direction === 'in' ? size : -size;
    await saveDirection(tx, lineId, direction, amount);
    await record(actor, tx, 'reconciliation.set_direction', line, { ...line, direction, amount });
    return { ...line, direction, amount };
  });
}

/**
 * @throws AppError `not_found`; `forbidden`; `invalid_state` of a line that no earlier one is like, or that is matched or
 *   sent back.
 */
export function decideDuplicate(actor: Actor, { db }: Deps, lineId: bigint, isSame: boolean): Promise<StoredLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.decide_duplicate', tx, lineId);
    const duplicate = isSame ? 'same' : 'other';
    if (line.duplicate === duplicate) return line;
    if (line.duplicate === null) throw refusal('No earlier statement has a line like this one.');
    await refuseUsed(tx, line);

    await saveDuplicate(tx, lineId, duplicate);
    await record(actor, tx, 'reconciliation.decide_duplicate', line, { ...line, duplicate });
    return { ...line, duplicate };
  });
}

async function refuseUsed(tx: Tx, { id, matchedAmount }: StoredLine): Promise<void> {
  if (matchedAmount !== 0n) throw refusal(`Line ${id} is matched. Undo that first.`);
  if ((await listReturnedAmong(tx, [id])).length > 0) throw refusal(`The money of line ${id} is marked as sent back.`);
}

const record = (
  actor: Actor,
  tx: Tx,
  action: 'reconciliation.set_direction' | 'reconciliation.decide_duplicate',
  before: StoredLine,
  after: StoredLine,
): Promise<void> =>
  appendAudit(actor, tx, {
    action,
    holderId: serviceHolderId,
    mode: before.mode,
    object: { kind: 'statement_line', id: String(before.id) },
    before: factsOf(before),
    after: factsOf(after),
  });

const factsOf = ({ amount, currency, direction, duplicate }: StoredLine) => ({
  amount,
  currency,
  direction,
  duplicate,
});
