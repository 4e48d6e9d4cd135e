/** What a line of money that came in by bank transfer is for, by the reference in its text. Pure. */
import type { TopUp } from '../wallets/top-ups.repository.ts';
import { findReferences } from '../wallets/transfer-reference.ts';
import { namedAmong, severalOf } from './collective.ts';
import type { LineDetails } from './statement-line.ts';

/** `amount` in minor units, above 0. */
type ReceivedLine = { id: bigint; currency: string; amount: bigint; reference: string };

/**
 * `expected`: a top-up waits for exactly this. `other_amount`, `other_currency`: it waits for another one. `ended`: it
 * was cancelled, refused or has expired. `received`: its money has come before. `several`: the line names more top-ups
 * than one. `unknown`: it names none.
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

export type Judgement = { finding: Finding; topUp: TopUp | undefined };

export const referencesOf = (lines: readonly { reference: string }[]): string[] => [
  ...new Set(lines.flatMap(({ reference }) => findReferences(reference))),
];

/** No two top-ups have the same reference. */
type TopUpsByReference = ReadonlyMap<string, TopUp>;

export const byReference = (topUps: readonly TopUp[]): TopUpsByReference =>
  new Map(topUps.flatMap((one) => (one.reference === null ? [] : [[one.reference, one] as const])));

/** @param topUps those that the line's references name, among others. */
export function judgeTransfer(line: ReceivedLine, topUps: TopUpsByReference): Judgement {
  const named = findReferences(line.reference).flatMap((reference) => topUps.get(reference) ?? []);
  const [topUp, ...others] = named;
  if (topUp === undefined) return { finding: 'unknown', topUp };
  if (others.length > 0) return { finding: 'several', topUp: undefined };
  if (topUp.status === 'succeeded') return { finding: 'received', topUp };
  if (topUp.currency !== line.currency) return { finding: 'other_currency', topUp };
  if (topUp.status !== 'pending') return { finding: 'ended', topUp };
  return { finding: topUp.amount === line.amount ? 'expected' : 'other_amount', topUp };
}

/** `details`: the payments in a collective line. */
type DetailedLine = ReceivedLine & { details: LineDetails | null };

/** What the line names, then what each payment in it does. */
export const allReferencesOf = ({ reference, details }: DetailedLine): string[][] => [
  findReferences(reference),
  ...(details?.payments ?? []).map(({ endToEndId, text }) => findReferences(`${endToEndId ?? ''} ${text}`)),
];

/** The lines whose money is expected, each with its top-ups. Of two lines for one top-up the first counts. */
export function findExpected<Line extends DetailedLine>(
  lines: readonly Line[],
  topUps: readonly TopUp[],
): { line: Line; topUps: TopUp[] }[] {
  const known = byReference(topUps);
  const taken = new Set<TopUp>();
  return lines.flatMap((line) => {
    const { finding, topUp } = judgeTransfer(line, known);
    const expected = finding === 'expected' && topUp !== undefined ? [topUp] : expectedTogether(line, known);
    if (expected.length === 0 || expected.some((one) => taken.has(one))) return [];
    for (const one of expected) taken.add(one);
    return [{ line, topUps: expected }];
  });
}

/** Several that wait for their part of the line: it names each of them, and they come to its amount to the unit. */
function expectedTogether(line: DetailedLine, known: TopUpsByReference): TopUp[] {
  const topUps = severalOf({ ...line, charges: null }, namedAmong(allReferencesOf(line), known)) ?? [];
  const isWaiting = ({ status, currency }: TopUp) => status === 'pending' && currency === line.currency;
  return topUps.every(isWaiting) ? topUps : [];
}
