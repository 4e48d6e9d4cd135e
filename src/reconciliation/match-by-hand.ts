/** Matches or unmatches a line and a transfer by hand. Automatic matching never touches such a line again. */
import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { serviceHolderId } from '../ledger/post.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import {
  clearMatch,
  findLine,
  findOutsideTransfer,
  lockOutside,
  type StoredLine,
  setMatches,
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
    if (transfer.lineId !== null) {
      throw refusal(`Transfer ${key.holderId}/${key.id} is matched with line ${transfer.lineId}.`);
    }
    if (transfer.currency !== line.currency || transfer.amount !== line.amount) {
      throw refusal(`The line is of ${shown(line)}, the transfer of ${shown(transfer)}.`);
    }

    await setMatches(tx, [{ lineId, transfer }], true, clock.now(serviceHolderId, line.mode));
    return { ...line, transferHolderId: transfer.holderId, transferId: transfer.id };
  });
}

/**
 * Works on an unmatched line too: it excludes the line from automatic matching.
 * @throws AppError `not_found`, `forbidden`.
 */
export function unmatch(actor: Actor, { db }: Deps, lineId: bigint): Promise<StoredLine> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.unmatch', tx, lineId);

    await clearMatch(tx, lineId);
    return { ...line, transferHolderId: null, transferId: null };
  });
}

async function lockedLine(
  actor: Actor,
  action: 'reconciliation.match' | 'reconciliation.unmatch',
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
