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

export type LineMatch = { lineId: bigint; transfer: OpenTransfer };

/** An ambiguous line with its possible transfers. */
export type LineDoubt = { lineId: bigint; candidates: OpenTransfer[] };

export type Matching = { matches: LineMatch[]; doubts: LineDoubt[] };

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

const keyOf = ({ currency, amount }: Money): string => `${currency}/${amount}`;

/** Finds the transfers each line names. A match is a line and a transfer that name only each other. */
export function matchLines(lines: readonly OpenLine[], transfers: readonly OpenTransfer[]): Matching {
  const find = createFinder(transfers);
  const named = lines.map((line) => ({ line, found: find(line) }));
  const claims = new Map<OpenTransfer, number>();
  for (const { found } of named) for (const transfer of found) claims.set(transfer, (claims.get(transfer) ?? 0) + 1);
  const matching: Matching = { matches: [], doubts: [] };
  for (const { line, found } of named) {
    const [only, ...others] = found;
    if (only === undefined) continue;
    if (others.length === 0 && claims.get(only) === 1) matching.matches.push({ lineId: line.id, transfer: only });
    else matching.doubts.push({ lineId: line.id, candidates: found });
  }
  return matching;
}

/** Finds the transfers that a line names, among those of the same currency, direction and amount. */
function createFinder(transfers: readonly OpenTransfer[]): (line: OpenLine) => OpenTransfer[] {
  const long = new Map<string, { reference: string; transfer: OpenTransfer }[]>();
  const short = new Map<string, { pattern: RegExp; transfer: OpenTransfer }[]>();
  for (const transfer of transfers) {
    for (const reference of new Set(transfer.references)) {
      const key = squeezed(reference);
      if (key.length >= sureLengthMin || isReference(key.toUpperCase())) {
        push(long, key.slice(0, indexLength), { reference: key, transfer });
      } else if (key.length >= lengthMin) {
        push(short, keyOf(transfer), { pattern: wholeWord(reference), transfer });
      }
    }
  }
  return (line) => {
    const text = squeezed(line.reference);
    const found = new Set<OpenTransfer>();
    for (let start = 0; start + indexLength <= text.length; start += 1) {
      for (const { reference, transfer } of long.get(text.slice(start, start + indexLength)) ?? []) {
        if (agrees(line, transfer) && text.startsWith(reference, start)) found.add(transfer);
      }
    }
    for (const { pattern, transfer } of short.get(keyOf(line)) ?? []) {
      if (pattern.test(line.reference)) found.add(transfer);
    }
    return [...found];
  };
}

const agrees = (a: Money, b: Money): boolean => a.currency === b.currency && a.amount === b.amount;

/** `A-12` is found in `payout A 12.` but not in `DA-123`. */
function wholeWord(reference: string): RegExp {
  const words = reference.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`, 'iu');
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
