/**
 * Matches statement lines with transfers. Pure. A line matches a transfer when it contains one of its references and
 * agrees in currency, direction and amount. Ambiguous lines are left to a person.
 */

import { isReference } from '../wallets/transfer-reference.ts';

/** Minor units, signed as on a statement: above 0 came in. */
type Money = { currency: string; amount: bigint };

export type OpenLine = Money & { id: bigint; reference: string };

/** `references`: the ids it may be named by, ours and the provider's. */
export type OpenTransfer = Money & { holderId: bigint; id: bigint; references: string[] };

type LineMatch = { lineId: bigint; transfer: OpenTransfer };

/** A line that is one transfer, to the unit. */
export const wholeOf = ({ lineId, transfer }: LineMatch) => ({ lineId, transfer, amount: transfer.amount });

/** An ambiguous line with its possible transfers. */
type LineDoubt = { lineId: bigint; candidates: OpenTransfer[] };

type Matching = { matches: LineMatch[]; doubts: LineDoubt[] };

/**
 * A reference of this length is found anywhere in a text: it cannot be there by accident. Nor can a shorter one with
 * check digits.
 */
const sureLengthMin = 16;
/** Anything shorter is not used as a reference. */
const lengthMin = 3;
const indexLength = 12;

/** Banks change case, drop underscores and break long words, so only letters and digits are compared. */
const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

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

const keyOf = ({ holderId, id }: OpenTransfer): string => `${holderId}/${id}`;

type Finder = {
  add(transfer: OpenTransfer): void;
  /** The transfers added so far that the line names, among those of its currency, direction and amount. */
  find(line: OpenLine): OpenTransfer[];
};

/** Both look up what a line holds, so that a line costs the same however many transfers there are. */
type OfMoney = {
  /** By the beginning of the reference. */
  long: Map<string, { reference: string; transfer: OpenTransfer }[]>;
  /** By the whole reference. */
  short: Map<string, { pattern: RegExp; transfer: OpenTransfer }[]>;
};

export function createFinder(): Finder {
  const byMoney = new Map<string, OfMoney>();
  return {
    add(transfer) {
      const money = moneyOf(transfer);
      const of = byMoney.get(money) ?? { long: new Map(), short: new Map() };
      byMoney.set(money, of);
      for (const reference of new Set(transfer.references)) {
        const key = squeezed(reference);
        if (key.length >= sureLengthMin || isReference(key.toUpperCase())) {
          push(of.long, key.slice(0, indexLength), { reference: key, transfer });
        } else if (key.length >= lengthMin) {
          push(of.short, key, { pattern: wholeWord(reference), transfer });
        }
      }
    },
    find(line) {
      const of = byMoney.get(moneyOf(line));
      if (of === undefined) return [];
      const text = squeezed(line.reference);
      const found = new Set<OpenTransfer>();
      for (let start = 0; start + indexLength <= text.length; start += 1) {
        for (const { reference, transfer } of of.long.get(text.slice(start, start + indexLength)) ?? []) {
          if (text.startsWith(reference, start)) found.add(transfer);
        }
      }
      for (const words of of.short.size === 0 ? [] : wordsTogether(line.reference)) {
        for (const { pattern, transfer } of of.short.get(words) ?? []) {
          if (pattern.test(line.reference)) found.add(transfer);
        }
      }
      return [...found];
    },
  };
}

/** Every run of words of a text that a short reference could be. */
function wordsTogether(text: string): string[] {
  const words = wordsOf(text.toLowerCase());
  const runs: string[] = [];
  for (let first = 0; first < words.length; first += 1) {
    let run = '';
    for (let next = first; next < words.length; next += 1) {
      run += words[next];
      if (run.length >= sureLengthMin) break;
      if (run.length >= lengthMin) runs.push(run);
    }
  }
  return runs;
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** `A-12` is found in `payout A 12.` but not in `DA-123`. */
function wholeWord(reference: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${wordsOf(reference).join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`, 'iu');
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
