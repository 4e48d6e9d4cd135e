/**
 * Text in the characters that every bank takes (EPC217-08, "SEPA requirements for an extended character set"): Latin letters,
 * digits and a little punctuation. Pure. Letters of other alphabets are transliterated as far as that document goes; what
 * is left is dropped, so that a name may come out empty: ask `hasLetters`.
 */

const outside = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Small letters; capitals are found by them. What NFKD takes apart, such as ä, needs no entry. */
const letters: Readonly<Record<string, string>> = {
  ...{
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ß: 'ss',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ı: 'i',
    ŋ: 'n',
    ħ: 'h',
    ŧ: 't',
    ĸ: 'k',
    ə: 'e',
  },
  // Greek (ELOT 743).
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n' },
  ...{ ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  // Cyrillic, as Bulgaria, which is in the euro area, writes it; then letters of the neighbors.
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sht' },
  ...{ ъ: 'a', ь: 'y', ю: 'yu', я: 'ya', ы: 'y', э: 'e', ё: 'e', і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'u', ј: 'j' },
  ...{ љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'dj', џ: 'dz', ѓ: 'gj', ќ: 'kj', ѕ: 'dz' },
};

const signs: Readonly<Record<string, string>> = {
  ...{ '&': '+', _: '-', ';': ',', '[': '(', '{': '(', ']': ')', '}': ')', '\\': '/', '|': '/', '~': '-', '`': "'" },
  ...{ '‘': "'", '’': "'", '´': "'", '‐': '-', '‑': '-', '–': '-', '—': '-' },
  ...{ '!': '.', '"': '.', '#': '.', $: '.', '%': '.', '*': '.', '<': '.', '=': '.', '>': '.', '@': '.', '^': '.' },
};

function written(letter: string): string {
  const small = letter.toLowerCase();
  const latin = letters[small] ?? signs[letter];
  if (latin === undefined) return letter;
  return small === letter ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
}

/** @returns at most `lengthMax` characters, without spaces at the ends; possibly none. */
export function bankText(text: string, lengthMax: number): string {
  const known = text
    .normalize('NFC')
    .replaceAll(/[οΟ][υΥύΎ]/gu, (ou) => (ou === ou.toUpperCase() ? 'OU' : `${ou[0] === 'Ο' ? 'O' : 'o'}u`));
  const apart = [...known].map(written).join('').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  // A letter that was two characters, such as ά, is known only once its accent is gone.
  const latin = [...apart].map(written).join('').replaceAll(outside, ' ');
  return latin
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ +/g, ' ')
    .replace(/^[ /]+/, '')
    .slice(0, lengthMax)
    .replace(/[ /]+$/, '');
}
