/** Words of headers and texts in the one form in which they are compared. Pure. */

const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', ı: 'i', đ: 'd', œ: 'oe', ð: 'd' };

/** Lower case, without accents and punctuation: `Af Bij`, `RunningBalance` and `Währung` are `af bij` and so on. */
export const foldText = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøæßıđœð]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Phrases, as they are written in a list with `|` between them. */
export const foldedSet = (phrases: string): ReadonlySet<string> => new Set(phrases.split('|').map(foldText));
