/**
 * Confirms the top-ups whose bank transfers a statement shows: reference, currency and amount agree. Whatever differs is
 * left to the operator (`credit-transfer.ts`, `return-transfer.ts`), and so is what takes a second person.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { isSecondPerson } from '../../core/access/four-eyes.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import { findTopUpTransfer, listTopUpsByReference, lockTopUpsByReference } from '../wallets/top-ups.repository.ts';
import { findExpected, referencesOf } from './judge-transfer.ts';
import type { OpenLine } from './match-lines.ts';
import { insertMatches, type Outside } from './reconciliation.repository.ts';
import { listReturnedAmong } from './transfers.repository.ts';

/** Finds open lines that match a pending top-up. Locks nothing, so `receiveTransfers` checks again. */
export async function findExpectedLines(tx: Tx, outside: Outside, open: readonly OpenLine[]): Promise<OpenLine[]> {
  if (outside.source !== 'bank') return [];
  const othersTurn = takeTurns();
  const named: OpenLine[] = [];
  for (const line of open) {
    if (line.amount > 0n && referencesOf([line]).length > 0) named.push(line);
    await othersTurn();
  }
  if (named.length === 0) return [];
  const returned = new Set(
    await listReturnedAmong(
      tx,
      named.map(({ id }) => id),
    ),
  );
  const lines = named.filter(({ id }) => !returned.has(id));
  const topUps = await listTopUpsByReference(tx, outside.mode, referencesOf(lines));
  return findExpected(lines, topUps).map(({ line }) => line);
}

/**
 * @param lines those of `findExpectedLines`. @returns how many were confirmed.
 * @throws AppError `second_factor_required`: it credits money.
 */
export async function receiveTransfers(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  lines: readonly OpenLine[],
  at: Date,
): Promise<number> {
  const topUps = await lockTopUpsByReference(tx, outside.mode, referencesOf(lines));
  const expected = findExpected(lines, topUps).sort((a, b) => compare(a.topUp.holderId, b.topUp.holderId));
  let received = 0;

  for (const { line, topUp } of expected) {
    if (!(await isSecondPerson(actor, tx, [topUp.requestedBy]))) continue;
    const { holderId, id } = await confirmTopUp(actor, tx, clock, topUp.id);
    const transfer = await findTopUpTransfer(tx, holderId, id);
    await insertMatches(tx, outside, [{ lineId: line.id, transfer, amount: line.amount }], false, at);
    received += 1;
  }
  return received;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
