/**
 * Payouts that the bank returned (docs/ledger.md, "Returned payouts"): the payout fails with the bank's reason, its money is
 * back with its holder, and the line is matched with the transfer that brought it. An import does so by itself only where the
 * line names the payout and has its amount, or that less the charges that the file states; or names each of several that come to it.
 * The rest is for a person.
 */
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { reasonCodeIn, reasonInWords } from '../bank-files/reason-codes.ts';
import { comparableReference } from '../bank-files/references.ts';
import { takeTurns } from '../bank-files/turns.ts';
import { returnPayout, sendPayout } from '../payouts/change-payout.ts';
import { lockPayout } from '../payouts/payouts.repository.ts';
import { bookLines, refuseUnsound, type WantedBooking } from './book-line.ts';
import {
  allReferencesIn,
  chargesOf,
  isReturnable,
  judgeCollectiveReturn,
  judgeReturn,
  judgeReturns,
  type ReturnFinding,
  referencesIn,
} from './judge-return.ts';
import { chunksOf, withDetails } from './line-details.ts';
import { lockedLine, refuseUnmatchable } from './match-by-hand.ts';
import { matchByName } from './match-by-name.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import { insertMatches, listOpenLinesOf, type Outside, type StoredLine } from './reconciliation.repository.ts';
import {
  findBankTransfer,
  findNamedPayouts,
  listReturnLines,
  type NamedPayout,
  type ReturnLine,
} from './returned-payouts.repository.ts';

type Return = { line: StoredLine; payouts: NamedPayout[] };

const linesPage = 5_000;

/** The first line of each payout counts: what comes after it is no return of it. */
async function findReturns(tx: Tx, outside: Outside): Promise<Return[]> {
  const returns: Return[] = [];
  const taken = new Set<string>();
  for (let after = 0n; ; ) {
    const lines = await listReturnLines(tx, outside, after, linesPage);
    for (const chunk of chunksOf(lines)) {
      for (const one of await findReturnsIn(tx, outside, chunk)) {
        if (one.payouts.some(({ id }) => taken.has(id)) || (await isAnyTakenTwice(tx, outside, one.payouts))) continue;
        for (const { id } of one.payouts) taken.add(id);
        returns.push(one);
      }
    }
    if (lines.length < linesPage) return returns;
    after = (lines.at(-1) as ReturnLine).id;
  }
}

async function findReturnsIn(tx: Tx, { mode }: Outside, chunk: readonly ReturnLine[]): Promise<Return[]> {
  const lines = await withDetails(tx, chunk);
  const references: string[] = [];
  const othersTurn = takeTurns();
  for (const line of lines) {
    references.push(...allReferencesIn(line).flat());
    await othersTurn();
  }
  const payouts = await findNamedPayouts(tx, mode, references);
  const known = new Map(payouts.map((payout) => [payout.reference, payout]));
  const judged = judgeReturns(lines, payouts);
  const returns: Return[] = [];
  for (const { details, ...line } of lines) {
    const { payout, finding } = judged.get(line.id) ?? {};
    const isOne = payout !== undefined && finding === 'proven';
    const proven = isOne ? [payout] : judgeCollectiveReturn({ ...line, details }, known);
    if (proven !== undefined) returns.push({ line, payouts: proven });
    await othersTurn();
  }
  return returns;
}

async function isAnyTakenTwice(tx: Tx, outside: Outside, payouts: readonly NamedPayout[]): Promise<boolean> {
  for (const payout of payouts) if (await isTakenTwice(tx, outside, payout)) return true;
  return false;
}

/**
 * A bank that booked a payment twice takes one of them back: then the payee has their money. So a line that took it out and
 * that no transfer explains speaks against a return, unless it is the only one of a payout that the books have not sent.
 */
async function isTakenTwice(tx: Tx, outside: Outside, { reference, currency, net, status }: NamedPayout) {
  const lines = await listOpenLinesOf(tx, outside, { currency, amount: -net });
  const naming = lines.filter((line) => referencesIn(line).includes(reference));
  return naming.length > (status === 'approved' ? 1 : 0);
}

/**
 * The caller has locked the source and matched what rules match. @returns how many payouts were returned, by how many lines.
 * @throws AppError `forbidden`, `second_factor_required`: it credits money.
 */
export async function receiveReturns(
  actor: Actor,
  tx: Tx,
  clock: Clock,
  outside: Outside,
  at: Date,
): Promise<{ payouts: number; lines: number }> {
  if (outside.source !== 'bank') return { payouts: 0, lines: 0 };
  const found = await findReturns(tx, outside);
  // All of them before any account, and read again: a payout may have changed while its lock was waited for.
  const named = found.flatMap(({ payouts }) => payouts).sort(byLock);
  for (const { holderId, id } of named) await lockPayout(tx, holderId, id);
  const references = named.map(({ reference }) => reference);
  const now = new Map((await findNamedPayouts(tx, outside.mode, references)).map((one) => [one.id, one]));
  const proven = found
    .map(({ line, payouts }) => ({ line, payouts: payouts.map(({ id }) => now.get(id) as NamedPayout) }))
    .filter(({ payouts }) => payouts.every(isReturnable));

  const work = { actor, tx, clock, at };
  const back = new Map<string, TransferKey>();
  const each = proven.flatMap(({ line, payouts }) => payouts.map((payout) => ({ line, payout })));
  for (const { line, payout } of each.sort((a, b) => byLock(a.payout, b.payout))) {
    back.set(payout.id, await failReturned(work, line, payout, reasonOf(line)));
  }
  for (const one of proven) await matchReturn(work, one, back, { booking: charge, byHand: false });
  return { payouts: each.length, lines: proven.length };
}

/** In the order in which payouts and accounts are locked. */
const byLock = (a: NamedPayout, b: NamedPayout): number => compare(a.holderId, b.holderId) || (a.id < b.id ? -1 : 1);

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** In words: the file's own code, or one that stands in the text. */
const reasonOf = ({ returnReason, reference }: StoredLine): string =>
  reasonInWords(codeOf(returnReason) ?? reasonCodeIn(reference));

/** A bank's own code may be of any length. */
const codeOf = (text: string | null): string | null => (text !== null && /^[A-Z\d]{1,6}$/.test(text) ? text : null);

type Work = { actor: Actor; tx: Tx; clock: Clock; at: Date };

const charge: WantedBooking = { kind: 'bank_charge', reason: null };

/** The payout is locked. @returns the transfer that brought its money back. */
async function failReturned(
  { actor, tx, clock, at }: Work,
  line: StoredLine,
  payout: NamedPayout,
  reason: string,
): Promise<TransferKey> {
  const { id, currency, net, status } = payout;
  if (status === 'approved') {
    await sendPayout(actor, tx, clock, id);
    const sent = await findBankTransfer(tx, line.mode, payout, 'payout_sent');
    await matchByName(tx, line, { currency, amount: -net }, sent, at);
  }
  if (status !== 'failed') await returnPayout(actor, tx, clock, id, { to: 'failed', reason });
  return findBankTransfer(tx, line.mode, payout, 'payout_returned');
}

/** The books then say of all that is left of the line what it is. `booking`: what the difference of the amounts is. */
async function matchReturn(
  { tx, at }: Work,
  { line, payouts }: Return,
  back: ReadonlyMap<string, TransferKey>,
  { booking, byHand }: { booking: WantedBooking; byHand: boolean },
): Promise<void> {
  const matches = payouts.map(({ id, net }) => ({
    lineId: line.id,
    transfer: back.get(id) as TransferKey,
    amount: net,
  }));
  const amount = matches.reduce((left, one) => left - one.amount, line.amount - line.matchedAmount);
  if (amount !== 0n) {
    const { currency } = line;
    const booked = await bookLines(tx, line, [{ ...booking, lineId: line.id, currency, amount }], at);
    matches.push({ lineId: line.id, transfer: booked.get(line.id) as TransferKey, amount });
  }
  await insertMatches(tx, line, matches, byHand, at);
}

/** `booking`: what the difference is, where the line has another amount than was sent. */
type HandReturn = { payoutId: string; reason: string | undefined; booking: WantedBooking | undefined };

/**
 * A person says that a line is a payout that came back.
 * @param wanted its reason is shown to the payee; undefined: the bank's own.
 * @throws AppError `forbidden`, `second_factor_required`; `not_found` of the line or the payout; `invalid_state` of a payout that
 *   never left or came back before, of a line that is not open, and where the amounts differ and nothing says why;
 *   `validation_failed` of a reason, or a booking that is unsound.
 */
export function returnByLine(
  actor: Actor,
  { db, clock }: { db: Database; clock: Clock },
  lineId: bigint,
  wanted: HandReturn,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const line = await lockedLine(actor, 'payouts.fail', tx, lineId);
    refuseUnmatchable(line);
    if (line.source !== 'bank' || line.amount < 0n) throw refusal('Only money that came back to the bank is a return.');
    const payout = await lockNamed(tx, line, wanted.payoutId);
    const finding = judgeReturn(line, payout);
    if (finding === 'returned_before' || finding === 'not_sent') throw refusal(notReturnable(payout, finding));
    const booking = differenceOf(line, payout, wanted.booking);
    const at = clock.now(serviceHolderId, line.mode);

    const work = { actor, tx, clock, at };
    const transfer = await failReturned(work, line, payout, wanted.reason ?? reasonOf(line));
    await matchReturn(work, { line, payouts: [payout] }, new Map([[payout.id, transfer]]), { booking, byHand: true });
    await appendAudit(actor, tx, {
      action: 'reconciliation.match',
      holderId: serviceHolderId,
      mode: line.mode,
      object: { kind: 'statement_line', id: String(line.id) },
      after: { payout: payout.id, difference: line.amount === payout.net ? null : booking.kind, byHand: true },
    });
  });
}

const refusal = (message: string) => new AppError('invalid_state', { message });

async function lockNamed(tx: Tx, { mode, currency }: StoredLine, id: string): Promise<NamedPayout> {
  const holderId = holderOfPublicId('po', id);
  if (holderId !== undefined) await lockPayout(tx, holderId, id);
  const payout = (await findNamedPayouts(tx, mode, [comparableReference(id)])).find((one) => one.id === id);
  if (payout === undefined) throw new AppError('not_found', { message: 'No payout has this id.' });
  if (payout.currency !== currency) throw refusal(`${id} is in ${payout.currency}, and the line in ${currency}.`);
  return payout;
}

const notReturnable = ({ id, status }: NamedPayout, finding: ReturnFinding): string =>
  finding === 'not_sent' ? `${id} is ${status}: it was never sent.` : `${id} came back before, with another line.`;

/** @throws AppError `invalid_state` where it has to be said; `validation_failed`. */
function differenceOf(line: StoredLine, { id, net }: NamedPayout, asked: WantedBooking | undefined): WantedBooking {
  const open = line.amount - line.matchedAmount;
  if (open === net) return charge;
  if (asked === undefined && line.matchedAmount === 0n && chargesOf(line, net) > 0n) return charge;
  if (asked !== undefined) {
    refuseUnsound(asked, line.currency, open - net);
    return asked;
  }
  const shown = (amount: bigint) => `${formatDecimal(amount, exponentOf(line.currency))} ${line.currency}`;
  throw refusal(`${shown(open)} of the line is open, and ${shown(net)} of ${id} was sent. Say what the difference is.`);
}
