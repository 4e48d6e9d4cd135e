/**
 * Matches statement lines with transfers. Pure. A line matches a transfer when it contains one of its references and
 * agrees in currency, direction and amount. Ambiguous lines are left to a person.
 */
import { createReferenceFinder } from './text-references.ts';

/** Minor units, signed as on a statement: above 0 came in. */
type Money = { currency: string; amount: bigint };

/** `endToEndId`: it is in the text too, unless that was cut. */
export type OpenLine = Money & { id: bigint; reference: string; endToEndId: string | null };

/** Everything in which a line may name a transfer, except the payments in it. */
export const textOf = ({ reference, endToEndId }: OpenLine): string =>
  endToEndId === null ? reference : `${reference} ${endToEndId}`;

/** `references`: the ids it may be named by, ours and the provider's. */
export type OpenTransfer = Money & { holderId: bigint; id: bigint; references: string[] };

type LineMatch = { lineId: bigint; transfer: OpenTransfer };

/** A line that is one transfer, to the unit. */
export const wholeOf = ({ lineId, transfer }: LineMatch) => ({ lineId, transfer, amount: transfer.amount });

/** An ambiguous line with its possible transfers. */
type LineDoubt = { lineId: bigint; candidates: OpenTransfer[] };

type Matching = { matches: LineMatch[]; doubts: LineDoubt[] };

/** Anything shorter is not used as a reference. */
const lengthMin = 3;

export const moneyOf = ({ currency, amount }: Money): string => `${currency}/${amount}`;

/** A line with the transfers that it names. */
export type NamedBy = { line: OpenLine; found: OpenTransfer[] };

/**
 * A match is a line and a transfer that name only each other.
 * @param named every line of the currencies and amounts among them.
 */
export function decideMatches(named: readonly NamedBy[]): Matching {
  const claims = new Map<string, number>();
  for (const { found } of named) for (const one of found) claims.set(keyOf(one), (claims.get(keyOf(one)) ?? 0) + 1);
  const matching: Matching = { matches: [], doubts: [] };
  for (const { line, found } of named) {
    const [only, ...others] = found;
    if (only === undefined) continue;
    if (others.length === 0 && claims.get(keyOf(only)) === 1) {
      matching.matches.push({ lineId: line.id, transfer: only });
    } else matching.doubts.push({ lineId: line.id, candidates: found });
  }
  return matching;
}

export const keyOf = ({ holderId, id }: OpenTransfer): string => `${holderId}/${id}`;

type Finder = {
  add(transfer: OpenTransfer): void;
  /** The transfers added so far that the line names, among those of its currency, direction and amount. */
  find(line: OpenLine): OpenTransfer[];
};

export function createFinder(): Finder {
  const byMoney = new Map<string, ReturnType<typeof createReferenceFinder<OpenTransfer>>>();
  return {
    add(transfer) {
      const money = moneyOf(transfer);
      const finder = byMoney.get(money) ?? createReferenceFinder<OpenTransfer>(lengthMin);
      byMoney.set(money, finder);
      for (const reference of new Set(transfer.references)) finder.add(reference, transfer);
    },
    find: (line) => [...(byMoney.get(moneyOf(line))?.find(textOf(line)) ?? [])],
  };
}
