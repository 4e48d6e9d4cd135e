/** `sluice reconcile …`: matches statements of banks and acquirers with the books. */
import { systemClock } from '../../base/clock/clock.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { bankReference } from '../../features/bank-files/references.ts';
import { type AcquirerPayout, postAcquirerPayout } from '../../features/reconciliation/acquirer-payout.ts';
import { type BookingKind, bookingKinds } from '../../features/reconciliation/bookings.repository.ts';
import { decideDuplicate, sayDirection } from '../../features/reconciliation/decide-line.ts';
import { rematch } from '../../features/reconciliation/import-statement.ts';
import { matchByHand, unmatch } from '../../features/reconciliation/match-by-hand.ts';
import { returnByLine } from '../../features/reconciliation/receive-returns.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { cancelReturn, returnLine } from '../../features/reconciliation/return-line.ts';
import { takeBackPayment } from '../../features/reconciliation/take-back-payment.ts';
import { say, sayJson } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

export async function rematchCommand({ source, mode }: Outside): Promise<void> {
  const { matched, ambiguous, booked, received, returned } = await withDatabase((db) =>
    rematch(shellActor(), { db, clock: systemClock }, { source, mode }),
  );
  const byRules = booked === 0 ? '' : ` Booked by rules: ${booked}.`;
  const credited = received === 0 ? '' : ` Top-ups credited: ${received}.`;
  const back = returned === 0 ? '' : ` Payouts that the bank returned: ${returned}.`;
  say(`Matched now: ${matched}. Several possible matches: ${ambiguous}.${byRules}${credited}${back}`);
}

const idMax = 2n ** 63n - 1n;

function readId(text: string | undefined, what: string): bigint {
  const id = /^[0-9]{1,19}$/.test(text ?? '') ? BigInt(text as string) : undefined;
  if (id === undefined || id > idMax) throw new Error(`"${text ?? ''}" is not a ${what}.`);
  return id;
}

export async function matchCommand(line: string, named: string[], { inPart }: { inPart?: boolean }): Promise<void> {
  const lineId = readId(line, 'line');
  const transfers = named.map(readTransfer);
  const difference = inPart ? ('open' as const) : undefined;
  await withDatabase((db) => matchByHand(shellActor(), { db, clock: systemClock }, lineId, { transfers, difference }));
  say(`Line ${lineId} is matched with ${named.length === 1 ? 'transfer' : 'transfers'} ${named.join(', ')}.`);
}

function readTransfer(text: string): { holderId: bigint; id: bigint } {
  const [holder, id, ...rest] = text.split('/');
  if (rest.length > 0) throw new Error(`"${text}" is not a transfer such as 12/345.`);
  return { holderId: readId(holder, 'transfer such as 12/345'), id: readId(id, 'transfer such as 12/345') };
}

/** Books what is left of a line. */
export async function bookCommand(line: string, kind: string, { reason = null }: { reason?: string | null }) {
  const lineId = readId(line, 'line');
  const known = readKind(kind);
  const difference = { kind: known, reason };
  await withDatabase((db) =>
    matchByHand(shellActor(), { db, clock: systemClock }, lineId, { transfers: [], difference }),
  );
  say(`Line ${lineId} is booked as ${known.replace('_', ' ')}.`);
}

function readKind(text: string): BookingKind {
  const kind = bookingKinds.find((one) => one === text.replaceAll('-', '_'));
  if (kind === undefined) throw new Error(`"${text}" is none of ${bookingKinds.join(', ').replaceAll('_', '-')}.`);
  return kind;
}

type ReturnOptions = { reason?: string; difference?: string };

export async function returnPayoutCommand(line: string, payoutId: string, { reason, difference }: ReturnOptions) {
  const lineId = readId(line, 'line');
  const booking = difference === undefined ? undefined : { kind: readKind(difference), reason: reason ?? null };
  await withDatabase((db) =>
    returnByLine(shellActor(), { db, clock: systemClock }, lineId, { payoutId, reason, booking }),
  );
  say(`${payoutId} failed, and its money is back. Line ${lineId} is matched with its return.`);
}

export async function takeBackPaymentCommand(line: string, paymentId: string): Promise<void> {
  const lineId = readId(line, 'line');
  await withClock((db, clock) =>
    inTransaction(db, (tx) => takeBackPayment(shellActor(), tx, clock, lineId, paymentId)),
  );
  say(`The money of ${paymentId} was taken back. Line ${lineId} is matched with it.`);
}

type SendBackOptions = { reason: string; name?: string; account?: string; sent?: boolean };

export async function returnCommand(line: string, { reason, name, account, sent }: SendBackOptions): Promise<void> {
  const lineId = readId(line, 'line');
  const to = sent ? null : { name, account };
  const { id } = await withDatabase((db) =>
    inTransaction(db, (tx) => returnLine(shellActor(), tx, systemClock, lineId, { reason, to })),
  );
  say(
    sent
      ? `Line ${lineId} was sent back.`
      : `Line ${lineId} is to be sent back. Name ${bankReference(id)} in the payment, so that its line is matched by itself.`,
  );
}

export async function cancelReturnCommand(line: string): Promise<void> {
  const lineId = readId(line, 'line');
  await withDatabase((db) => inTransaction(db, (tx) => cancelReturn(shellActor(), tx, systemClock, lineId)));
  say(`Line ${lineId} is not sent back. Its money is still set aside; unmatch opens the line again.`);
}

export async function unmatchCommand(line: string): Promise<void> {
  const lineId = readId(line, 'line');
  await withDatabase((db) => unmatch(shellActor(), { db, clock: systemClock }, lineId));
  say(`Line ${lineId} is no longer matched.`);
}

export async function directionCommand(line: string, direction: string): Promise<void> {
  const lineId = readId(line, 'line');
  if (direction !== 'in' && direction !== 'out') throw new Error(`"${direction}" is neither "in" nor "out".`);
  await withDatabase((db) => sayDirection(shellActor(), { db }, lineId, direction));
  say(`The money of line ${lineId} ${direction === 'in' ? 'came in' : 'went out'}.`);
}

export async function duplicateCommand(line: string, answer: string): Promise<void> {
  const lineId = readId(line, 'line');
  if (answer !== 'same' && answer !== 'other') throw new Error(`"${answer}" is neither "same" nor "other".`);
  await withDatabase((db) => decideDuplicate(shellActor(), { db }, lineId, answer === 'same'));
  say(answer === 'same' ? `Line ${lineId} is in an earlier statement.` : `Line ${lineId} is a line of its own.`);
}

type PayoutOptions = {
  source: string;
  mode: Mode;
  currency: string;
  amount: string;
  fee: string;
  reference: string;
  json?: boolean;
};

export async function acquirerPayoutCommand(options: PayoutOptions): Promise<void> {
  const { source, mode, reference } = options;
  const currency = findCurrency(options.currency);
  if (currency === undefined) throw new Error(`"${options.currency}" is not a currency (uppercase ISO 4217).`);
  const minorOf = (text: string): bigint => {
    const minor = toMinorUnits(text, currency.exponent);
    if (minor === undefined) throw new Error(`"${text}" is not an amount in ${currency.code}.`);
    return minor;
  };
  const payout: AcquirerPayout = {
    source,
    mode,
    reference,
    currency: currency.code,
    amount: minorOf(options.amount),
    fee: minorOf(options.fee),
  };
  const { posted } = await withDatabase((db) => postAcquirerPayout(shellActor(), { db, clock: systemClock }, payout));
  if (options.json) return sayJson({ ...payout, posted });
  const net = formatDecimal(payout.amount - payout.fee, exponentOf(payout.currency));
  say(posted ? `Posted: ${net} ${payout.currency} from ${source} to the bank.` : 'This reference was already posted.');
}
