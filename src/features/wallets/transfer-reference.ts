/**
 * The reference of a bank transfer: a creditor reference of ISO 11649, `RF`, two check digits and eight letters. With
 * letters alone, one mistyped or two swapped characters never give another valid reference. Pure.
 */
import { randomInt } from 'node:crypto';

/** No vowels, so that no words appear, and no L, which looks like a digit. */
const alphabet = 'BCDFGHJKMNPQRSTVWXZ';
const bodyLength = 8;
const groupLength = 4;
const pattern = new RegExp(`^RF[0-9]{2}[${alphabet}]{${bodyLength}}$`);
const anywhere = new RegExp(`(?=(RF[0-9]{2}[${alphabet}]{${bodyLength}}))`, 'g');

/** @param pick a number from 0 up to but not including its argument. */
export function newReference(pick: (below: number) => number = randomInt): string {
  const body = Array.from({ length: bodyLength }, () => alphabet[pick(alphabet.length)]).join('');
  const check = 98 - remainder(`${body}RF00`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

export const isReference = (text: string): boolean =>
  pattern.test(text) && remainder(text.slice(groupLength) + text.slice(0, groupLength)) === 1;

/** `RF32 KXQM PTBD`, as people read and copy it. */
export const formatReference = (reference: string): string =>
  reference.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join(' ') ?? '';

/** The references in a statement's text, whatever the bank did to case, spaces and line breaks. */
export function findReferences(text: string): string[] {
  const squeezed = text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const found = [...squeezed.matchAll(anywhere)].map(([, reference]) => reference as string);
  return [...new Set(found)].filter(isReference);
}

/** Letters count from A = 10 to Z = 35; the whole number modulo 97. */
const remainder = (text: string): number =>
  Number(BigInt([...text].map((character) => Number.parseInt(character, 36)).join('')) % 97n);
