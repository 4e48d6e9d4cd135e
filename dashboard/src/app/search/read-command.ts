/**
 * What is typed into the search as something to do: "refund QB-1001 5 EUR", "hold QB-1001 kitchen is closed", "top up 46".
 * Pure: which object is meant, and whether it can be done, is found out later.
 */
export const commandVerbs = [
  ...(['refund', 'reverse', 'capture', 'hold', 'release', 'confirm', 'cancel'] as const),
  ...(['topUp', 'payOut'] as const),
];
export type Verb = (typeof commandVerbs)[number];

export type Command = {
  verb: Verb;
  /** A reference or the beginning of one; empty where none was typed, or none belongs. */
  object: string;
  /** As typed. */
  amount?: string;
  /** In capitals. */
  currency?: string;
  reason?: string;
};

/** How a verb is said in the reader's language: several ways, with commas between. */
export type VerbWords = { verb: Verb; said: string };

const amountAlone: readonly Verb[] = ['topUp', 'payOut'];
const currencyPattern = /^[a-z]{3}$/i;
const amountPattern = /^\d{1,12}(?:[.,]\d{1,3})?$/;
/** As in "5EUR". */
const joined = /^(\d[\d.,]*)([a-z]{3})$/i;

export const waysOf = ({ said }: VerbWords): string[] => said.split(',').map((way) => way.trim());

/** @returns undefined when it does not begin with a verb. */
export function readCommand(typed: string, words: readonly VerbWords[]): Command | undefined {
  const text = typed.trim();
  const lower = text.toLowerCase();
  const ways = words.flatMap((one) => waysOf(one).map((way) => ({ verb: one.verb, way: way.toLowerCase() })));
  const [first] = ways
    .filter(({ way }) => lower === way || lower.startsWith(`${way} `))
    .sort((one, other) => other.way.length - one.way.length);
  if (first === undefined) return undefined;
  const { verb, way } = first;
  const rest = text.slice(way.length).split(/\s+/).filter(Boolean);
  if (verb === 'hold')
    return { verb, object: rest[0] ?? '', ...(rest.length > 1 && { reason: rest.slice(1).join(' ') }) };
  const isAlone = amountAlone.includes(verb);
  // Of "refund 1001", the number is the order's.
  const { words: before, ...sum } = isAlone || rest.length > 1 ? endingWith(rest, isAlone ? 0 : 1) : { words: rest };
  return { verb, object: isAlone ? '' : before.join(' '), ...sum };
}

/**
 * Takes an amount from the end: with its currency before or after it, or without.
 * @param left how many words must stay, because they name the object.
 */
function endingWith(
  rest: readonly string[],
  left: number,
): { words: readonly string[]; amount?: string; currency?: string } {
  const [last = '', beforeLast = ''] = [rest.at(-1), rest.at(-2)];
  const [, amount = '', currency = ''] = joined.exec(last) ?? [];
  if (amountPattern.test(amount)) return { words: rest.slice(0, -1), amount, currency: currency.toUpperCase() };
  if (amountPattern.test(beforeLast) && currencyPattern.test(last)) {
    return { words: rest.slice(0, -2), amount: beforeLast, currency: last.toUpperCase() };
  }
  if (!amountPattern.test(last)) return { words: rest };
  const words = rest.slice(0, -1);
  if (words.length > left && currencyPattern.test(beforeLast)) {
    return { words: words.slice(0, -1), amount: last, currency: beforeLast.toUpperCase() };
  }
  return { words, amount: last };
}
