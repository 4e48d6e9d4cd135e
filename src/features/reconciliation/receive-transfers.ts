/**
 * Confirms the top-ups whose bank transfers a statement shows: reference, currency and amount agree, or a line names each of several
 * that come to its amount. A payee's cash is credited in whatever amount. Whatever differs is left to the operator
 * (`settle-transfer.ts`, `return-line.ts`), and so is what takes a second person. Payments at the checkout take what comes, in parts
 * too (`receive-payment.ts`).
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { isSecondPerson } from '../../core/access/four-eyes.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { keyOf, listPaymentTransfers, lockPaymentTransfers } from '../bank-transfers/payment-transfers.repository.ts';
import { listCashReferences } from '../cash/cash-references.repository.ts';
import { receiveCash } from '../cash/transfer-cash.ts';
import type { Payment } from '../payments/payment.ts';
import { confirmTopUp } from '../wallets/top-up.ts';
import {
  findTopUpTransfer,
  listTopUpsByReference,
  lockTopUpsByReference,
  type TopUp,
} from '../wallets/top-ups.repository.ts';
import { type Allotted, allotTransfers } from './allot-transfers.ts';
import { isClosed } from './closed-months.ts';
import { allReferencesOf, byReference, findExpected, judgeTransfer, type Known } from './judge-transfer.ts';
import { chunksOf, withDetails } from './line-details.ts';
import type { OpenLine } from './match-lines.ts';
import { receivePayment } from './receive-payment.ts';
import { type CollectableLine, insertMatches, type Outside } from './reconciliation.repository.ts';
import type { LineDetails } from './statement-line.ts';
import { listReturnedAmong } from './transfers.repository.ts';

/** `details`: the payments in a collective line. */
export type ExpectedLine = OpenLine & { details: LineDetails | null };

/** `naming`: all lines that name a payment at the checkout, by id. */
type FoundLines = { expected: ExpectedLine[]; naming: bigint[] };

/** Finds open lines that match pending top-ups and payments. Locks nothing, so `receiveTransfers` checks again. */
export async function findExpectedLines(
  tx: Tx,
  outside: Outside,
  open: readonly CollectableLine[],
): Promise<FoundLines> {
  const found: FoundLines = { expected: [], naming: [] };
  if (outside.source !== 'bank') return found;
  const incoming = open.filter(({ amount }) => amount > 0n);
  for (const chunk of chunksOf(incoming)) {
    const { expected, naming } = await findExpectedIn(tx, outside, chunk);
    found.expected.push(...expected);
    found.naming.push(...naming);
  }
  return found;
}

async function findExpectedIn(tx: Tx, { mode }: Outside, chunk: readonly CollectableLine[]): Promise<FoundLines> {
  const othersTurn = takeTurns();
  const named: ExpectedLine[] = [];
  for (const line of await withDetails(tx, chunk)) {
    if (allReferencesOf(line).flat().length > 0) named.push(line);
    await othersTurn();
  }
  if (named.length === 0) return { expected: [], naming: [] };
  const returned = new Set(
    await listReturnedAmong(
      tx,
      named.map(({ id }) => id),
    ),
  );
  const lines = named.filter(({ id }) => !returned.has(id));
  const references = referencesOfAll(lines);
  const topUps = await listTopUpsByReference(tx, mode, references);
  const cash = await listCashReferences(tx, mode, references);
  const known = byReference(topUps, cash, await listPaymentTransfers(tx, mode, references));
  return {
    expected: [...findExpected(lines, known), ...allotTransfers(lines, known)].map(({ line }) => line),
    naming: lines.filter((line) => judgeTransfer(line, known).payment !== undefined).map(({ id }) => id),
  };
}

const referencesOfAll = (lines: readonly ExpectedLine[]): string[] => [
  ...new Set(lines.flatMap((line) => allReferencesOf(line).flat())),
];

/**
 * @param lines those of `findExpectedLines`. @returns how many top-ups were confirmed and payments paid, by how many lines.
 * @throws AppError `second_factor_required`: it credits money.
 */
export async function receiveTransfers(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  lines: readonly ExpectedLine[],
  at: Date,
): Promise<{ topUps: number; payments: number; lines: number }> {
  const { mode } = outside;
  const references = referencesOfAll(lines);
  // All of them before the first account: who pays one of them another way holds its row, and then waits for accounts.
  const { transfers, payments } = await lockPaymentTransfers(tx, clock, mode, references);
  const topUps = await lockTopUpsByReference(tx, mode, references);
  const known = byReference(topUps, await listCashReferences(tx, mode, references), transfers);
  const received: { holderId: bigint; credit: () => Promise<void> }[] = [];
  const credited = (line: ExpectedLine, holderId: bigint, credit: () => Promise<TopUp>) =>
    received.push({
      holderId,
      credit: async () => {
        const { id, amount } = await credit();
        const transfer = await findTopUpTransfer(tx, holderId, id);
        await insertMatches(tx, outside, [{ lineId: line.id, transfer, amount }], false, at);
      },
    });
  let count = 0;
  for (const { line, topUps: expected, cash } of findExpected(lines, known)) {
    const requesters = expected.map(({ requestedBy }) => requestedBy);
    if (!(await isSecondPerson(actor, tx, requesters))) continue;
    if (cash !== undefined) {
      credited(line, cash.holderId, () => receiveCash(actor, tx, clock, cash, line.amount));
    }
    for (const { holderId, id } of expected) credited(line, holderId, () => confirmTopUp(actor, tx, clock, id));
    count += 1;
  }
  const confirmed = received.length;
  const allotted = (await isSecondPerson(actor, tx, [])) ? await allotOpen(tx, outside, lines, known) : [];
  for (const one of allotted) {
    const payment = payments.get(keyOf({ holderId: one.payment.holderId, id: one.payment.paymentId })) as Payment;
    const credit = () => receivePayment(actor, tx, clock, outside, { ...one, locked: payment }, at);
    received.push({ holderId: payment.holderId, credit });
  }

  for (const { credit } of received.sort((a, b) => compare(a.holderId, b.holderId))) await credit();
  const paid = allotted.filter(({ completes }) => completes).length;
  return { topUps: confirmed, payments: paid, lines: count + allotted.length };
}

/** What is matched anew must be of no closed month: then it waits until somebody reopens it. */
async function allotOpen(tx: Tx, outside: Outside, lines: readonly ExpectedLine[], known: Known) {
  const allotted: Allotted<ExpectedLine>[] = [];
  for (const one of allotTransfers(lines, known)) {
    const days = one.payment.parts.map(({ bookedOn }) => bookedOn);
    const closed = await Promise.all(days.map((day) => isClosed(tx, outside, day)));
    if (!closed.includes(true)) allotted.push(one);
  }
  return allotted;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
