/** The badge that says how the books are, as an image for pages elsewhere: it needs no font and no script. Pure. */
import type { Verdict } from './public-proof.ts';

type Look = { words: string; color: string };

const label = 'books';
const height = 20;
/** Roughly what a letter of these words takes at 11 px; the words are then set to exactly this width. */
const letterWidth = 6.4;
const padding = 8;

/** @param day when they were last verified in full, such as "28 Nov 2026". */
export function badge(verdict: Verdict, day: string | undefined): string {
  const { words, color } = lookOf(verdict, day);
  const left = widthOf(label);
  const right = widthOf(words);
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}: ${words}"><title>${label}: ${words}</title><clipPath id="r"><rect width="${width}" height="${height}" rx="4"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="${height}" fill="#0b1f2a"/><rect x="${left}" width="${right}" height="${height}" fill="${color}"/></g><g fill="#fff" font-family="Inter,Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${textAt(label, 0)}${textAt(words, left)}</g></svg>\n`;
}

function lookOf(verdict: Verdict, day: string | undefined): Look {
  if (verdict === 'unbalanced') return { words: 'do not balance', color: '#b91c1c' };
  if (verdict === 'unverified' || day === undefined) return { words: 'not verified yet', color: '#52626e' };
  return { words: `balanced ${day}`, color: '#15803d' };
}

const lengthOf = (words: string): number => Math.round(words.length * letterWidth);
const widthOf = (words: string): number => lengthOf(words) + 2 * padding;
const textAt = (words: string, x: number): string =>
  `<text x="${x + padding}" y="14" textLength="${lengthOf(words)}" lengthAdjust="spacingAndGlyphs">${words}</text>`;
