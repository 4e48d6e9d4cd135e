/** What it means that money came in and its line names a payout of ours (docs/ledger.md, "Returned payouts"). Pure. */
import type { PayoutStatus } from '../payouts/payout.ts';
import { namedAmong, severalOf } from './collective.ts';
import { possibleIds } from './named-ids.ts';
import type { LineDetails } from './statement-line.ts';

/**
 * `proven`: what was sent came back, less the charges that the file states. `other_amount`: the line names the payout, and its
 * amount is another. `returned_before`: the payout failed, and another line is its return. `not_sent`: it never left.
 */
export const returnFindings = ['proven', 'other_amount', 'returned_before', 'not_sent'] as const;
export type ReturnFinding = (typeof returnFindings)[number];

/** `charges`: what the bank kept, already off the amount; null where the file states none. */
type ReturnLine = { amount: bigint; charges: bigint | null };

/** `returnId`: the transfer that brought its money back, if no line has any of it. */
type ReturnedPayout = { status: PayoutStatus; net: bigint; returnId: bigint | null };

/** States in which the books say that the bank has the money, or is about to get it. */
const underWay: readonly PayoutStatus[] = ['approved', 'sent', 'completed'];

/** The bank has its money, or no line has brought it back yet. */
export const isReturnable = ({ status, returnId }: Pick<ReturnedPayout, 'status' | 'returnId'>): boolean =>
  status === 'failed' ? returnId !== null : underWay.includes(status);

export function judgeReturn(line: ReturnLine, payout: ReturnedPayout): ReturnFinding {
  const { status, net } = payout;
  if (!isReturnable(payout)) return status === 'failed' ? 'returned_before' : 'not_sent';
  return line.amount === net || chargesOf(line, net) > 0n ? 'proven' : 'other_amount';
}

/** What the bank kept of a return, as the file states it; 0 where that is not what is missing. */
export function chargesOf({ amount, charges }: ReturnLine, net: bigint): bigint {
  return charges !== null && charges > 0n && amount + charges === net ? charges : 0n;
}

/** What a line says of the one payout that it names. */
export type JudgedReturn<Payout> = { payout: Payout; finding: ReturnFinding };

type NamingLine = ReturnLine & { id: bigint; currency: string; reference: string; endToEndId: string | null };
type NamedPayout = ReturnedPayout & { reference: string; currency: string };

export const referencesIn = ({ reference, endToEndId }: Pick<NamingLine, 'reference' | 'endToEndId'>): string[] =>
  possibleIds(`${reference} ${endToEndId ?? ''}`, 'po');

type DetailedLine = NamingLine & { details: LineDetails | null };

/** What the line names, then what each payment in it does. */
export const allReferencesIn = (line: DetailedLine): string[][] => [
  referencesIn(line),
  ...(line.details?.payments ?? []).map(({ endToEndId, text }) => referencesIn({ reference: text, endToEndId })),
];

/**
 * The payouts that came back with one line: it names each of them, in its text or one in each of its payments, and they come to
 * its amount, or to that and the charges that the file states. Undefined where it proves less. @param known by reference.
 */
export function judgeCollectiveReturn<Payout extends NamedPayout>(
  line: DetailedLine,
  known: ReadonlyMap<string, Payout>,
): Payout[] | undefined {
  if (line.amount <= 0n) return undefined;
  const parts = new Map([...known].map(([reference, payout]) => [reference, { payout, amount: payout.net }]));
  const payouts = severalOf(line, namedAmong(allReferencesIn(line), parts))?.map(({ payout }) => payout);
  const isProven = payouts?.every((one) => one.currency === line.currency && isReturnable(one));
  return isProven ? payouts : undefined;
}

/** By the id of the line. A line that names several payouts is not judged here. @param payouts that any of them names. */
export function judgeReturns<Payout extends NamedPayout>(
  lines: readonly NamingLine[],
  payouts: readonly Payout[],
): Map<bigint, JudgedReturn<Payout>> {
  const known = new Map(payouts.map((payout) => [payout.reference, payout]));
  const judged = new Map<bigint, JudgedReturn<Payout>>();
  for (const line of lines) {
    const [payout, ...others] = line.amount > 0n ? referencesIn(line).flatMap((one) => known.get(one) ?? []) : [];
    if (payout === undefined || others.length > 0) continue;
    const finding = judgeReturn(line, payout);
    const isOther = finding === 'proven' && line.currency !== payout.currency;
    judged.set(line.id, { payout, finding: isOther ? 'other_amount' : finding });
  }
  return judged;
}
