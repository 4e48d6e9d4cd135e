/** What a person decides about a line: the transfer it is, that it is not, and a note. */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { isMatchable } from './candidates.ts';
import { findOutsideTransfer } from './outside-transfers.repository.ts';
import {
  clearMatch,
  findLine,
  lockOutside,
  type StoredLine,
  setMatches,
  setNote,
} from './reconciliation.repository.ts';

type Deps = { db: Database; clock: Clock };

const refusal = (message: string) => new AppError('invalid_state', { message });

const shown = ({ amount, currency }: { amount: bigint; currency: string }): string =>
  `${formatDecimal(amount, exponentOf(currency))} ${currency}`;

/**
 * @throws AppError `not_found`; `forbidden`; `invalid_state` when either is already matched, or amount or currency
 *   differ.
 */
export function matchByHand(
  actor: Actor,
  { db, clock }: Deps,
  lineId: bigint,
  key: { holderId: bigint; id: bigint },
): Promise<StoredLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.match', tx, lineId);
    const transfer = await findOutsideTransfer(tx, line, key);
    if (transfer === undefined) {
      const message = `No ${line.mode} transfer ${key.holderId}/${key.id} moves money at outside:${line.source}.`;
      throw new AppError('not_found', { message });
    }
    if (line.transferId !== null) {
      if (line.transferId === transfer.id && line.transferHolderId === transfer.holderId) return line;
      throw refusal(`Line ${line.id} is matched with transfer ${line.transferHolderId}/${line.transferId}.`);
    }
    if (line.direction === 'unknown') {
      throw refusal(`Say first whether the money of line ${line.id} came in or went out: the statement does not.`);
    }
    if (!isMatchable(line)) throw refusal(`Decide first whether an earlier statement has line ${line.id}.`);
    if (transfer.lineId !== null) {
      throw refusal(`Transfer ${key.holderId}/${key.id} is matched with line ${transfer.lineId}.`);
    }
    if (transfer.currency !== line.currency || transfer.amount !== line.amount) {
      throw refusal(`The line is of ${shown(line)}, the transfer of ${shown(transfer)}.`);
    }

    const at = clock.now(serviceHolderId, line.mode);
    await setMatches(tx, [{ lineId, transfer }], true, at);
    const matched = {
      ...line,
      transferHolderId: transfer.holderId,
      transferId: transfer.id,
      matchedAt: at,
      byHand: true,
    };
    await record(actor, tx, 'reconciliation.match', line, matched);
    return matched;
  });
}

/**
 * Takes a match back, the one with `expected` where it is named. Rules would make their own match again, so they leave such a line alone from then on; a match made
 * by hand leaves nothing behind. On a line without a match it only keeps the rules away.
 * @throws AppError `not_found`, `forbidden`; `invalid_state` when the line is not matched with `expected`.
 */
export function unmatch(
  actor: Actor,
  { db }: Deps,
  lineId: bigint,
  expected?: { holderId: bigint; id: bigint },
): Promise<StoredLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.unmatch', tx, lineId);
    const isExpected = line.transferId === expected?.id && line.transferHolderId === expected?.holderId;
    if (expected !== undefined && !isExpected) {
      throw refusal(`Line ${line.id} is not matched with transfer ${expected.holderId}/${expected.id}.`);
    }
    const rulesOff = line.rulesOff || !line.byHand;

    await clearMatch(tx, lineId, rulesOff);
    const open = { ...line, transferHolderId: null, transferId: null, matchedAt: null, byHand: false, rulesOff };
    await record(actor, tx, 'reconciliation.unmatch', line, open);
    return open;
  });
}

const noteLengthMax = 500;

/** @param note null removes it. @throws AppError `not_found`, `forbidden`, `validation_failed`. */
export function noteLine(actor: Actor, { db }: Deps, lineId: bigint, note: string | null): Promise<StoredLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.note', tx, lineId);
    if (note !== null && (note.trim() === '' || note.length > noteLengthMax)) {
      const message = `must have 1 to ${noteLengthMax} characters`;
      throw invalidField('note', message);
    }

    await setNote(tx, lineId, note);
    await record(actor, tx, 'reconciliation.note', line, { ...line, note });
    return { ...line, note };
  });
}

type LineAction = 'reconciliation.match' | 'reconciliation.unmatch' | 'reconciliation.note';
type DecidedAction = 'reconciliation.set_direction' | 'reconciliation.decide_duplicate';

const factsOf = ({ transferHolderId, transferId, byHand, rulesOff, note }: StoredLine) => ({
  transfer: transferId === null ? null : `${transferHolderId}/${transferId}`,
  byHand,
  rulesOff,
  note,
});

const record = (actor: Actor, tx: Tx, action: LineAction, before: StoredLine, after: StoredLine): Promise<void> =>
  appendAudit(actor, tx, {
    action,
    holderId: serviceHolderId,
    mode: before.mode,
    object: { kind: 'statement_line', id: String(before.id) },
    before: factsOf(before),
    after: factsOf(after),
  });

/** @throws AppError `not_found`, `forbidden`. */
export async function lockedLine(
  actor: Actor,
  action: LineAction | DecidedAction,
  tx: Tx,
  lineId: bigint,
): Promise<StoredLine> {
  const known = await findLine(tx, lineId);
  const object = known && { holderId: serviceHolderId, mode: known.mode };
  authorize(actor, action, object, `No statement has the line ${lineId}.`);
  if (known !== undefined) await lockOutside(tx, known);
  // Read again: the line may have changed while this transaction waited for the lock.
  const line = known && (await findLine(tx, lineId));
  if (line === undefined) throw new AppError('not_found', { message: `No statement has the line ${lineId}.` });
  return line;
}
