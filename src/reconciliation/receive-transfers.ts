/**
 * Confirms the top-ups whose bank transfers a statement shows: reference, currency and amount agree. Whatever differs is
 * left to the operator (`credit-transfer.ts`, `return-transfer.ts`), and so is what takes a second person.
 */
import type { Actor } from '../access/actor.ts';
import { isSecondPerson } from '../access/four-eyes.ts';
import type { Clock } from '../clock/clock.ts';
import type { Tx } from '../database/transaction.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import { lockTopUpsByReference } from '../wallets/top-ups.repository.ts';
import { findExpected, referencesOf } from './judge-transfer.ts';
import { listOpenLines, type Outside, setMatches } from './reconciliation.repository.ts';
import { findTopUpTransfer, listReturnedAmong } from './transfers.repository.ts';

/** @returns how many were confirmed. @throws AppError `second_factor_required`: it credits money. */
export async function receiveTransfers(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  at: Date,
): Promise<number> {
  if (outside.source !== 'bank') return 0;
  const incoming = (await listOpenLines(tx, outside)).filter(({ amount }) => amount > 0n);
  const named = incoming.filter((line) => referencesOf([line]).length > 0);
  const returned = new Set(
    await listReturnedAmong(
      tx,
      named.map(({ id }) => id),
    ),
  );
  const lines = named.filter(({ id }) => !returned.has(id));
  const topUps = await lockTopUpsByReference(tx, outside.mode, referencesOf(lines));
  const expected = findExpected(lines, topUps).sort((a, b) => compare(a.topUp.holderId, b.topUp.holderId));
  let received = 0;

  for (const { line, topUp } of expected) {
    if (!(await isSecondPerson(actor, tx, [topUp.requestedBy]))) continue;
    const { holderId, id } = await confirmTopUp(actor, tx, clock, topUp.id);
    await setMatches(tx, [{ lineId: line.id, transfer: await findTopUpTransfer(tx, holderId, id) }], false, at);
    received += 1;
  }
  return received;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
