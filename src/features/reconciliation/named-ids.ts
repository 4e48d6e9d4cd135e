/**
 * The ids of ours that a bank's text may name, however the bank wrote them: in any case, with separators or glued to other
 * words. Pure. An id carries 128 random bits, so a text that has it cannot have it by accident.
 */
import type { PublicIdPrefix } from '../../base/database/public-id.ts';
import { comparableReference } from '../bank-files/references.ts';

/** Behind the prefix: the holder, and 22 random digits (public-id.ts). */
const lengths = Array.from({ length: 11 }, (_, at) => at + 1 + 22);

/** @returns whatever could be an id with this prefix, in lower case and without its underscore: most of it is none. */
export function possibleIds(text: string, prefix: PublicIdPrefix): string[] {
  return [...new Set(behind(comparableReference(text), prefix).map((rest) => prefix + rest))];
}

/** As `possibleIds`, of a bank that left upper and lower case alone. @returns ids as we write them, which an index finds. */
export function writtenIds(text: string, prefix: PublicIdPrefix): string[] {
  return [...new Set(behind(text.replaceAll(/[^A-Za-z0-9]/g, ''), prefix).map((rest) => `${prefix}_${rest}`))];
}

function behind(squeezed: string, prefix: PublicIdPrefix): string[] {
  const found: string[] = [];
  for (let at = squeezed.indexOf(prefix); at !== -1; at = squeezed.indexOf(prefix, at + 1)) {
    const start = at + prefix.length;
    for (const length of lengths)
      if (start + length <= squeezed.length) found.push(squeezed.slice(start, start + length));
  }
  return found;
}
