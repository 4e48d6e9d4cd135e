/**
 * What a text in ICU's message format must be to stand in for another: it gets the same values, shows each that the other
 * shows, and holds nothing but words. Pure.
 */
import { IntlMessageFormat } from 'intl-messageformat';

export const textLengthMax = 1_000;

type Elements = ReturnType<IntlMessageFormat['getAst']>;
type Element = Elements[number];

/** As the parser numbers them; its own list is not part of the formatter. */
const [argument, select, plural] = [1, 5, 6];
/** Those that stand for nothing a text gets: what is written, and the number within a plural. */
const [literal, pound] = [0, 7];

/** Shown as it is, counted by a plural, or a choice between words. */
type Use = 'shown' | 'counted' | 'choice' | 'other';

export type TextValue = { name: string; use: Use; choices: readonly string[] };

/** Control characters, line ends, halves of characters, and what hides or reorders text. Joiners are letters' own. */
const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;

/** Undefined: it can't be read. Angle brackets are no markup. */
export function readText(text: string): Elements | undefined {
  try {
    return new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true, captureLocation: false }).getAst();
  } catch {
    return undefined;
  }
}

const optionsOf = (one: Element): [string, Elements][] =>
  'options' in one ? Object.entries(one.options).map(([name, { value }]) => [name, value]) : [];

function useOf({ type }: Element): Use {
  if (type === argument) return 'shown';
  if (type === plural) return 'counted';
  return type === select ? 'choice' : 'other';
}

/** The values that a text gets, each use once. */
export function valuesOf(elements: Elements): TextValue[] {
  const found = new Map<string, TextValue>();
  const visit = (some: Elements): void => {
    for (const one of some) {
      if (one.type === literal || one.type === pound) continue;
      const { value: name } = one as { value: string };
      const use = useOf(one);
      const choices = use === 'choice' ? optionsOf(one).map(([choice]) => choice) : [];
      const before = found.get(`${name} ${use}`)?.choices ?? [];
      found.set(`${name} ${use}`, { name, use, choices: [...new Set([...before, ...choices])] });
      for (const [, inner] of optionsOf(one)) visit(inner);
    }
  };
  visit(elements);
  return [...found.values()];
}

/** Whether a value is told whatever the others are. A plural tells what it counts. */
const alwaysTells = (elements: Elements, name: string): boolean =>
  elements.some((one) => {
    const use = useOf(one);
    if ((use === 'shown' || use === 'counted') && (one as { value: string }).value === name) return true;
    const options = optionsOf(one);
    return options.length > 0 && options.every(([, inner]) => alwaysTells(inner, name));
  });

/** @param english can be read. @returns why the text can't stand in for it, as the problem of a field; undefined if it can. */
export function textProblem(english: string, text: string): string | undefined {
  if (text.length > textLengthMax) return `must have at most ${textLengthMax.toLocaleString('en')} characters`;
  if (hidden.test(text)) return 'must be one line without characters that are invisible or turn text around';
  if (text.trim() === '') return 'must not be empty';
  if (text.trim() !== text) return 'must not begin or end with a space';
  if (/[<>]/.test(text)) return 'must not contain < or >';
  const [expected, read] = [readText(english), readText(text)];
  if (read === undefined) return 'has a brace without its other half, or a choice that cannot be read';
  return expected === undefined ? 'has no original' : valueProblem(expected, read);
}

function valueProblem(english: Elements, text: Elements): string | undefined {
  const [expected, used] = [valuesOf(english), valuesOf(text)];
  for (const { name, use, choices } of used) {
    const known = expected.filter((one) => one.name === name);
    if (known.length === 0) return `has {${name}}, which is not a value of this text`;
    const same = known.find((one) => one.use === use || (one.use === 'counted' && use === 'shown'));
    if (same === undefined) return `must use {${name}} as the original does`;
    const unknown = choices.find((one) => one !== 'other' && !same.choices.includes(one));
    if (unknown !== undefined) return `has the choice “${unknown}”, which {${name}} never is`;
  }
  const told = expected.filter(({ use }) => use === 'shown' || use === 'counted');
  const lost = told.find(({ name }) =>
    alwaysTells(english, name)
      ? !alwaysTells(text, name)
      : !used.some((one) => one.name === name && one.use !== 'choice'),
  );
  return lost && `must contain {${lost.name}}`;
}
