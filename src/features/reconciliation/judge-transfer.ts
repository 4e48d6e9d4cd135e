/** What a line of money that came in by bank transfer is for, by the reference in its text. Pure. */
import type { CashReference } from '../cash/cash-references.repository.ts';
import type { TopUp } from '../wallets/top-ups.repository.ts';
import { findReferences } from '../wallets/transfer-reference.ts';
import { namedAmong, severalOf } from './collective.ts';
import type { LineDetails } from './statement-line.ts';

/** `amount` in minor units, above 0. */
type ReceivedLine = { id: bigint; currency: string; amount: bigint; reference: string };

/**
 * `expected`: a top-up waits for exactly this, or it hands a payee's cash over, of whatever amount. `other_amount`,
 * `other_currency`: it waits for another one. `ended`: it was cancelled, refused or has expired. `received`: its money has come
 * before. `several`: the line names more than one. `unknown`: it names none.
 */
export const findings = [
  'expected',
  'other_amount',
  'other_currency',
  'ended',
  'received',
  'several',
  'unknown',
] as const;
export type Finding = (typeof findings)[number];

/** `cash`: whose cash it hands over. */
export type Judgement = { finding: Finding; topUp: TopUp | undefined; cash: CashReference | undefined };

export const referencesOf = (lines: readonly { reference: string }[]): string[] => [
  ...new Set(lines.flatMap(({ reference }) => findReferences(reference))),
];

/** What references stand for. No two have the same one. */
type Known = { topUps: ReadonlyMap<string, TopUp>; cash: ReadonlyMap<string, CashReference> };

export const byReference = (topUps: readonly TopUp[], cash: readonly CashReference[]): Known => ({
  topUps: new Map(topUps.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const]))),
  cash: new Map(cash.map((one) => [one.reference, one])),
});

/** @param known those that the line's references name, among others. */
export function judgeTransfer(line: ReceivedLine, known: Known): Judgement {
  const references = findReferences(line.reference);
  const [topUp, ...others] = references.flatMap((reference) => known.topUps.get(reference) ?? []);
  const [cash, ...more] = references.flatMap((reference) => known.cash.get(reference) ?? []);
  if (others.length + more.length > 0 || (topUp !== undefined && cash !== undefined)) {
    return { finding: 'several', topUp: undefined, cash: undefined };
  }
  if (cash !== undefined)
    return { finding: cash.currency === line.currency ? 'expected' : 'other_currency', topUp, cash };
  return { finding: findingOf(line, topUp), topUp, cash };
}

function findingOf(line: ReceivedLine, topUp: TopUp | undefined): Finding {
  if (topUp === undefined) return 'unknown';
  if (topUp.status === 'succeeded') return 'received';
  if (topUp.currency !== line.currency) return 'other_currency';
  if (topUp.status !== 'pending') return 'ended';
  return topUp.amount === line.amount ? 'expected' : 'other_amount';
}

/** `details`: the payments in a collective line. */
type DetailedLine = ReceivedLine & { details: LineDetails | null };

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
    const { finding, topUp, cash } = judgeTransfer(line, known);
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
