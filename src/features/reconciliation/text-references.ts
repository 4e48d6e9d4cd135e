/**
 * Finds references in the texts of statements, as banks carry them: they change case, drop underscores, and break a text with
 * spaces, hyphens and line breaks after so many characters. Pure.
 */
import { isReference } from '../wallets/transfer-reference.ts';

/**
 * A reference of this length is found anywhere in a text: it cannot be there by accident. Nor can a shorter one with
 * check digits.
 */
const sureLengthMin = 16;
const indexLength = 12;

/** Only letters and digits are compared. */
export const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether the reference is found wherever it stands; others only as words of their own. */
export function isSure(reference: string): boolean {
  const key = squeezed(reference);
  return key.length >= sureLengthMin || isReference(key.toUpperCase());
}

type ReferenceFinder<Value> = {
  add(reference: string, value: Value): void;
  /** What was added with the references that the text has, the surest first. */
  find(text: string): Set<Value>;
};

/**
 * Looks up what a text holds, so that a text costs the same however many references there are.
 * @param lengthMin anything shorter is not used as a reference.
 */
export function createReferenceFinder<Value>(lengthMin: number): ReferenceFinder<Value> {
  /** By the beginning of the reference. */
  const long = new Map<string, { key: string; value: Value }[]>();
  /** By the whole reference. */
  const short = new Map<string, { pattern: RegExp; value: Value }[]>();
  return {
    add(reference, value) {
      const key = squeezed(reference);
      if (isSure(reference)) push(long, key.slice(0, indexLength), { key, value });
      else if (key.length >= lengthMin) push(short, key, { pattern: wholeWord(reference), value });
    },
    find(text) {
      const found = new Set<Value>();
      const letters = long.size === 0 ? '' : squeezed(text);
      for (let start = 0; start + indexLength <= letters.length; start += 1) {
        for (const { key, value } of long.get(letters.slice(start, start + indexLength)) ?? []) {
          if (letters.startsWith(key, start)) found.add(value);
        }
      }
      for (const words of short.size === 0 ? [] : wordsTogether(text, lengthMin)) {
        for (const { pattern, value } of short.get(words) ?? []) if (pattern.test(text)) found.add(value);
      }
      return found;
    },
  };
}

/** Every run of words of a text that a short reference could be. */
function wordsTogether(text: string, lengthMin: number): string[] {
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
