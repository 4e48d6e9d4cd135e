/**
 * What is wrong with a translation of strings in ICU's message format: missing or unknown keys, other placeholders than
 * in English, or a plural without a form that the language has. Reads strings only.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

type Strings = Readonly<Record<string, string>>;

/** @param needed the keys that a translation must have; @param language a tag that `Intl.PluralRules` knows. */
export function translationProblems(
  language: string,
  { english, needed, translated }: { english: Strings; needed: readonly string[]; translated: Strings },
): string[] {
  const missing = needed.filter((id) => translated[id] === undefined).map((id) => `${id}: missing`);
  const unknown = Object.keys(translated).filter((id) => !needed.includes(id));
  const categories = formsOf(language);
  const wrong = Object.entries(translated).flatMap(([id, text]) =>
    english[id] === undefined ? [] : problemsOf(id, english[id], text, categories),
  );
  return [...missing, ...unknown.map((id) => `${id}: not needed`), ...wrong];
}

/** Plural forms of whole numbers below a million: the only ones that sentences count. */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1_000 }, (_, n) => rules.select(n)));
}

function problemsOf(id: string, english: string, text: string, categories: Set<string>): string[] {
  const problems: string[] = [];
  let elements: MessageFormatElement[];
  try {
    elements = parse(text, { captureLocation: false });
  } catch (error) {
    return [`${id}: cannot be read: ${String(error)}`];
  }
  const names = namesIn(elements);
  const expected = namesIn(parse(english, { captureLocation: false }));
  if ([...names].sort().join() !== [...expected].sort().join())
    problems.push(`${id}: has ${[...names].sort()}, and English ${[...expected].sort()}`);
  for (const plural of pluralsIn(elements)) {
    const absent = [...categories].filter((form) => plural[form] === undefined);
    if (absent.length > 0) problems.push(`${id}: has no form ${absent.join(', ')}`);
  }
  if (text.trim() === '') problems.push(`${id}: empty`);
  if (/^\s|\s$/.test(text) !== /^\s|\s$/.test(english)) problems.push(`${id}: begins or ends with a space`);
  return problems;
}

/** Of placeholders and tags. */
function namesIn(elements: readonly MessageFormatElement[]): Set<string> {
  const names = new Set<string>();
  for (const one of elements) {
    if (one.type !== TYPE.literal && one.type !== TYPE.pound) names.add(one.value);
    for (const inner of childrenOf(one)) for (const name of namesIn(inner)) names.add(name);
  }
  return names;
}

function pluralsIn(elements: readonly MessageFormatElement[]): Record<string, unknown>[] {
  return elements.flatMap((one) => [
    ...(one.type === TYPE.plural && one.pluralType !== 'ordinal' ? [one.options] : []),
    ...childrenOf(one).flatMap(pluralsIn),
  ]);
}

function childrenOf(one: MessageFormatElement): MessageFormatElement[][] {
  if (one.type === TYPE.tag) return [one.children];
  if (one.type === TYPE.plural || one.type === TYPE.select) return Object.values(one.options).map(({ value }) => value);
  return [];
}
