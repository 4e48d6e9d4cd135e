/** What a line of money that came in by bank transfer is for, by the reference in its text. Pure. */
import type { PaymentTransfer } from '../bank-transfers/payment-transfer.ts';
import type { CashReference } from '../cash/cash-references.repository.ts';
import type { TopUp } from '../wallets/top-ups.repository.ts';
import { findReferences } from '../wallets/transfer-reference.ts';
import { namedAmong, severalOf } from './collective.ts';
import type { LineDetails } from './statement-line.ts';

/** `amount` in minor units, above 0. `isMatched`: the books explain the rest of the line already. */
type ReceivedLine = { id: bigint; currency: string; amount: bigint; reference: string; isMatched?: boolean };

/**
 * `expected`: a top-up waits for exactly this, or it hands a payee's cash over, of whatever amount. `other_amount`,
 * `other_currency`: it waits for another one. `ended`: it was cancelled, refused or has expired. `received`: its money has come
 * before. `several`: the line names more than one. `unknown`: it names none. Of a payment also, `too_much`: it is what came above the
 * amount; `paid_otherwise`: it was paid another way; `under_way`: it is being paid another way.
 */
export const findings = [
  'expected',
  'other_amount',
  'other_currency',
  'ended',
  'received',
  'too_much',
  'paid_otherwise',
  'under_way',
  'several',
  'unknown',
] as const;
export type Finding = (typeof findings)[number];

/** `cash`: whose cash it hands over. `payment`: the one that it pays, or was meant to. */
export type Judgement = {
  finding: Finding;
  topUp: TopUp | undefined;
  cash: CashReference | undefined;
  payment: PaymentTransfer | undefined;
};

export const referencesOf = (lines: readonly { reference: string }[]): string[] => [
  ...new Set(lines.flatMap(({ reference }) => findReferences(reference))),
];

/** What references stand for. No two have the same one. */
export type Known = {
  topUps: ReadonlyMap<string, TopUp>;
  cash: ReadonlyMap<string, CashReference>;
  payments: ReadonlyMap<string, PaymentTransfer>;
};

export const byReference = (
  topUps: readonly TopUp[],
  cash: readonly CashReference[],
  payments: readonly PaymentTransfer[],
): Known => ({
  topUps: new Map(topUps.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const]))),
  cash: new Map(cash.map((one) => [one.reference, one])),
  payments: new Map(payments.map((one) => [one.reference, one])),
});

/** @param known those that the line's references name, among others. */
export function judgeTransfer(line: ReceivedLine, known: Known): Judgement {
  const references = findReferences(line.reference);
  const [topUp, ...others] = references.flatMap((reference) => known.topUps.get(reference) ?? []);
  const [cash, ...more] = references.flatMap((reference) => known.cash.get(reference) ?? []);
  const [payment, ...rest] = references.flatMap((reference) => known.payments.get(reference) ?? []);
  const named = [topUp, cash, payment].filter((one) => one !== undefined);
  if (others.length + more.length + rest.length > 0 || named.length > 1) {
    return { finding: 'several', topUp: undefined, cash: undefined, payment: undefined };
  }
  if (payment !== undefined) return { finding: findingOfPayment(line, payment), topUp, cash, payment };
  if (cash !== undefined)
    return { finding: cash.currency === line.currency ? 'expected' : 'other_currency', topUp, cash, payment };
  return { finding: findingOf(line, topUp), topUp, cash, payment };
}

/** A payment that waits takes any amount: what is missing may follow, and what is above goes back. */
function findingOfPayment({ currency, isMatched = false }: ReceivedLine, payment: PaymentTransfer): Finding {
  if (payment.paidBy === 'bank_transfer') return isMatched ? 'too_much' : 'received';
  if (payment.paidBy !== null) return 'paid_otherwise';
  if (payment.currency !== currency) return 'other_currency';
  if (payment.status === 'processing') return 'under_way';
  return payment.status === 'created' && !payment.isClosed ? 'expected' : 'ended';
}

function findingOf(line: ReceivedLine, topUp: TopUp | undefined): Finding {
  if (topUp === undefined) return 'unknown';
  if (topUp.status === 'succeeded') return 'received';
  if (topUp.currency !== line.currency) return 'other_currency';
  if (topUp.status !== 'pending') return 'ended';
  return topUp.amount === line.amount ? 'expected' : 'other_amount';
}

/** `details`: the payments in a collective line. */
export type DetailedLine = ReceivedLine & { details: LineDetails | null };

/** What the line names, then what each payment in it does. */
export const allReferencesOf = ({ reference, details }: DetailedLine): string[][] => [
  findReferences(reference),
  ...(details?.payments ?? []).map(({ endToEndId, text }) => findReferences(`${endToEndId ?? ''} ${text}`)),
];

/** A line whose money is expected, with its top-ups, or with whose cash it hands over. */
type Expected<Line> = { line: Line; topUps: TopUp[]; cash: CashReference | undefined };

/** Of two lines for one top-up the first counts. */
export function findExpected<Line extends DetailedLine>(lines: readonly Line[], known: Known): Expected<Line>[] {
  const taken = new Set<TopUp>();
  return lines.flatMap((line): Expected<Line>[] => {
    const { finding, topUp, cash, payment } = judgeTransfer(line, known);
    // Payments have their own rule, for what comes in parts (allot-transfers.ts).
    if (payment !== undefined) return [];
    if (finding === 'expected' && cash !== undefined) return [{ line, topUps: [], cash }];
    const expected = finding === 'expected' && topUp !== undefined ? [topUp] : expectedTogether(line, known.topUps);
    if (expected.length === 0 || expected.some((one) => taken.has(one))) return [];
    for (const one of expected) taken.add(one);
    return [{ line, topUps: expected, cash }];
  });
}

/** Several that wait for their part of the line: it names each of them, and they come to its amount to the unit. */
function expectedTogether(line: DetailedLine, known: Known['topUps']): TopUp[] {
  const topUps = severalOf({ ...line, charges: null }, namedAmong(allReferencesOf(line), known)) ?? [];
  const isWaiting = ({ status, currency }: TopUp) => status === 'pending' && currency === line.currency;
  return topUps.every(isWaiting) ? topUps : [];
}
