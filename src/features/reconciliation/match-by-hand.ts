/** What a person decides about a line: the transfers it is, that it is not, and a note. */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { bookLines, refuseUnsound, reverseBookings, type WantedBooking } from './book-line.ts';
import { findBookingsOf } from './bookings.repository.ts';
import { isMatchable } from './candidates.ts';
import { refuseClosed } from './closed-months.ts';
import { findReturnsOf } from './line-returns.repository.ts';
import { isWithin, matchAmounts } from './match-amounts.ts';
import { nameOfKey, type TransferKey } from './named-transfers.repository.ts';
import { findOutsideTransfers } from './outside-transfers.repository.ts';
import { isOpenLine } from './read-lines.ts';
import {
  deleteMatches,
  findLine,
  findMatches,
  insertMatches,
  lockOutside,
  type StoredLine,
  type StoredMatch,
  setNote,
} from './reconciliation.repository.ts';
import { findUndoable, undoTakeBack } from './undo-take-back.ts';

type Deps = { db: Database; clock: Clock };

const refusal = (message: string) => new AppError('invalid_state', { message });

const shown = ({ amount, currency }: { amount: bigint; currency: string }): string =>
  `${formatDecimal(amount, exponentOf(currency))} ${currency}`;

type HandMatch = {
  /** None where the whole line is booked. */
  transfers: readonly TransferKey[];
  /**
   * What the amounts may differ by: nothing, where it is undefined. `open`: what is left of either side stays open. Otherwise
   * the transfers are matched as a whole, and the difference is booked.
   */
  difference?: 'open' | WantedBooking | undefined;
};

/**
 * Matches what is left of a line with what is left of transfers. Matched with all of them already, it changes nothing.
 * @throws AppError `not_found`; `forbidden`; `invalid_state` where nothing is left of one side, or the amounts differ.
 */
export function matchByHand(
  actor: Actor,
  { db, clock }: Deps,
  lineId: bigint,
  { transfers: keys, difference }: HandMatch,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.match', tx, lineId);
    const transfers = await findEach(tx, line, keys);
    const before = await matchesOf(tx, line);
    if (keys.length === 0 && typeof difference !== 'object') {
      throw invalidField('transfers', 'name at least one, or what the line is booked as');
    }
    if (keys.length > 0 && transfers.every((one) => before.some((match) => isSame(match, one)))) return;
    refuseUnmatchable(line);
    refuseTwice(line, transfers, before);
    const { amounts, booking } = decide(line, transfers, difference);

    const at = clock.now(serviceHolderId, line.mode);
    const matches: { lineId: bigint; transfer: TransferKey; amount: bigint }[] = transfers.map((transfer, index) => ({
      lineId,
      transfer,
      amount: amounts[index] as bigint,
    }));
    if (booking !== undefined) {
      const booked = await bookLines(tx, line, [{ ...booking, lineId, currency: line.currency }], at);
      matches.push({ lineId, transfer: booked.get(lineId) as TransferKey, amount: booking.amount });
    }
    await insertMatches(tx, line, matches, true, at);
    await record(actor, tx, 'reconciliation.match', line, {
      before: factsOf(line, before),
      after: factsOf(line, await matchesOf(tx, line)),
    });
  });
}

type FoundTransfer = TransferKey & { currency: string; amount: bigint; matchedAmount: bigint };

async function findEach(tx: Tx, line: StoredLine, keys: readonly TransferKey[]): Promise<FoundTransfer[]> {
  const wanted = [...new Map(keys.map((one) => [nameOfKey(one), one])).values()];
  const found = await findOutsideTransfers(tx, line, wanted);
  return wanted.map((key) => {
    const transfer = found.get(nameOfKey(key));
    if (transfer === undefined) {
      const message = `No ${line.mode} transfer ${nameOfKey(key)} moves money at outside:${line.source}.`;
      throw new AppError('not_found', { message });
    }
    return transfer;
  });
}

/** @throws AppError `invalid_state`. */
export function refuseUnmatchable(line: StoredLine): void {
  if (!isOpenLine(line)) throw refusal(`Line ${line.id} is matched.`);
  if (line.direction === 'unknown') {
    throw refusal(`Say first whether the money of line ${line.id} came in or went out: the statement does not.`);
  }
  if (!isMatchable(line)) throw refusal(`Decide first whether an earlier statement has line ${line.id}.`);
}

type Decided = { amounts: bigint[]; booking?: WantedBooking & { amount: bigint } };

/** @throws AppError `invalid_state`; `validation_failed` of a booking that is unsound. */
function decide(line: StoredLine, transfers: readonly FoundTransfer[], difference: HandMatch['difference']): Decided {
  refuseUnusable(line, transfers);
  const left = transfers.map(({ amount, matchedAmount }) => ({ amount: amount - matchedAmount }));
  const open = line.amount - line.matchedAmount;
  const amount = left.reduce((rest, one) => rest - one.amount, open);
  if (difference === undefined || difference === 'open' || amount === 0n) {
    return { amounts: amountsOf(line, transfers, left, difference === 'open') };
  }
  refuseUnsound(difference, line.currency, amount);
  return { amounts: left.map((one) => one.amount), booking: { ...difference, amount } };
}

function refuseUnusable(line: StoredLine, transfers: readonly FoundTransfer[]): void {
  for (const one of transfers) {
    if (one.amount === one.matchedAmount) throw refusal(`Transfer ${nameOfKey(one)} is matched with another line.`);
    if (one.currency !== line.currency) throw refusal(differ(line, transfers));
  }
}

function amountsOf(
  line: StoredLine,
  transfers: readonly FoundTransfer[],
  left: readonly { amount: bigint }[],
  inPart: boolean,
): bigint[] {
  const result = matchAmounts({ amount: line.amount - line.matchedAmount }, left, inPart);
  if (result.ok) return result.amounts;
  const name = nameOfKey(transfers[result.at] as FoundTransfer);
  const problems = {
    differ: differ(line, transfers),
    opposite: `The money of transfer ${name} went the other way.`,
    exceeds: `Nothing of line ${line.id} is left for transfer ${name}.`,
  };
  throw refusal(problems[result.problem]);
}

function differ(line: StoredLine, transfers: readonly FoundTransfer[]): string {
  const ofLine = shown({ amount: line.amount - line.matchedAmount, currency: line.currency });
  const sums = Map.groupBy(transfers, ({ currency }) => currency);
  const ofTransfers = [...sums].map(([currency, those]) =>
    shown({ currency, amount: those.reduce((sum, one) => sum + one.amount - one.matchedAmount, 0n) }),
  );
  const [one, ...more] = transfers;
  const name = one !== undefined && more.length === 0 ? `transfer ${nameOfKey(one)}` : 'the transfers';
  return `${ofLine} of the line is open, and ${ofTransfers.join(' and ')} of ${name}.`;
}

/**
 * Undoes matches: those with `expected` where they are named, otherwise all. Rules would make their own match again, so
 * they leave such a line alone from then on; a match made by hand leaves nothing behind. On a line without a match it
 * only keeps the rules away. What was booked for the line is reversed with its match, and so is what it took back of a payment,
 * all of it.
 * @throws AppError `not_found`, `forbidden`; `invalid_state` when the line is not matched with all of `expected`, or what is left
 *   would not fit it.
 */
export function unmatch(
  actor: Actor,
  { db, clock }: Deps,
  lineId: bigint,
  expected?: readonly TransferKey[],
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.unmatch', tx, lineId);
    const before = await matchesOf(tx, line);
    const missing = expected?.find((key) => !before.some((match) => isSame(match, key)));
    if (missing !== undefined) throw refusal(`Line ${line.id} is not matched with transfer ${nameOfKey(missing)}.`);
    const named = before.filter((match) => expected?.some((key) => isSame(match, key)) ?? true);
    const recall = await findUndoable(actor, tx, line, named);
    const together = [...named, ...(recall?.transfers ?? [])];
    const undone = before.filter((match) => together.some((key) => isSame(match, key)));
    await refuseSentBack(tx, line, undone);
    refuseHalf(line, before, undone);
    const rulesOff = line.rulesOff || undone.length === 0 || undone.some(({ byHand }) => !byHand);

    await deleteMatches(tx, lineId, undone, rulesOff);
    await reverseBookings(tx, undone, clock.now(serviceHolderId, line.mode));
    if (recall !== undefined) await undoTakeBack(actor, tx, clock, line, recall);
    await record(actor, tx, 'reconciliation.unmatch', line, {
      before: factsOf(line, before),
      after: factsOf({ ...line, rulesOff }, await matchesOf(tx, line)),
    });
  });
}

/** What is set aside of a line is what goes back to its sender. */
async function refuseSentBack(tx: Tx, { id }: StoredLine, undone: readonly TransferKey[]): Promise<void> {
  const sentBack = (await findReturnsOf(tx, [id])).get(id);
  if (sentBack === undefined || (await findBookingsOf(tx, undone)).every(({ kind }) => kind !== 'set_aside')) return;
  throw refusal(
    sentBack.status === 'sent'
      ? `The money of line ${id} was sent back.`
      : `The money of line ${id} is to be sent back. Cancel that first.`,
  );
}

/** What is left of a transfer with which the line is matched in part becomes one match with it: that one is undone first. */
function refuseTwice(line: StoredLine, transfers: readonly TransferKey[], before: readonly StoredMatch[]): void {
  const twice = transfers.find((one) => before.some((match) => isSame(match, one)));
  if (twice === undefined) return;
  throw refusal(`Line ${line.id} is matched with transfer ${nameOfKey(twice)} already. Undo that match first.`);
}

/** A charge, or what went the other way, holds the rest of the matches within the line. */
function refuseHalf(line: StoredLine, before: readonly StoredMatch[], undone: readonly StoredMatch[]): void {
  const kept = before.filter((match) => !undone.includes(match));
  if (isWithin(line, kept)) return;
  const left = shown({ amount: kept.reduce((sum, { amount }) => sum + amount, 0n), currency: line.currency });
  throw refusal(
    `The other matches come to ${left}, which does not fit line ${line.id} without this. Undo them together.`,
  );
}

const isSame = (one: TransferKey, other: TransferKey): boolean =>
  one.holderId === other.holderId && one.id === other.id;

const matchesOf = async (tx: Tx, { id }: StoredLine): Promise<StoredMatch[]> =>
  (await findMatches(tx, [id])).get(id) ?? [];

const noteLengthMax = 500;

/** @param note null removes it. @throws AppError `not_found`, `forbidden`, `validation_failed`. */
export function noteLine(actor: Actor, { db }: Deps, lineId: bigint, note: string | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'reconciliation.note', tx, lineId);
    if (note !== null && (note.trim() === '' || note.length > noteLengthMax)) {
      const message = `must have 1 to ${noteLengthMax} characters`;
      throw invalidField('note', message);
    }

    await setNote(tx, lineId, note);
    const matches = await matchesOf(tx, line);
    await record(actor, tx, 'reconciliation.note', line, {
      before: factsOf(line, matches),
      after: factsOf({ ...line, note }, matches),
    });
  });
}

type LineAction = 'reconciliation.match' | 'reconciliation.unmatch' | 'reconciliation.note';
type DecidedAction =
  | 'reconciliation.set_direction'
  | 'reconciliation.decide_duplicate'
  | 'payouts.fail'
  | 'top_ups.reverse'
  | 'transfers.return';

const factsOf = ({ rulesOff, note }: StoredLine, matches: readonly StoredMatch[]) => ({
  transfer: matches.length === 0 ? null : matches.map(nameOfKey).join(', '),
  byHand: matches.some(({ byHand }) => byHand),
  rulesOff,
  note,
});

const record = (
  actor: Actor,
  tx: Tx,
  action: LineAction,
  { id, mode }: StoredLine,
  facts: { before: AuditFacts; after: AuditFacts },
): Promise<void> =>
  appendAudit(actor, tx, {
    action,
    holderId: serviceHolderId,
    mode,
    object: { kind: 'statement_line', id: String(id) },
    ...facts,
  });

/** @throws AppError `not_found`, `forbidden`; `invalid_state` of a line in a closed month, unless it is noted. */
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
  if (action !== 'reconciliation.note') await refuseClosed(tx, line, line.bookedOn);
  return line;
}
