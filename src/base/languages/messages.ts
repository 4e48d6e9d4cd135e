/**
 * Texts in ICU's message format, in the reader's language; one without a translation is in English. Formats are made on
 * first use. Within Arabic, each value is isolated: a Latin name or an amount must not turn the words around it.
 * An own text stands in for the one that Sluice comes with while it fits (text-rules.ts).
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { directionOf, type Language, localeOf } from './languages.ts';
import { textProblem } from './text-rules.ts';

type Values = Readonly<Record<string, string | number>>;

export type Translate<Id extends string> = (id: Id, values?: Values) => string;

export type Translations<Id extends string> = Readonly<
  Record<Exclude<Language, 'en'>, Readonly<Partial<Record<Id, string>>>>
>;

/** Own texts of one language, by key. */
type OwnTexts = ReadonlyMap<string, string>;

export function createMessages<Id extends string>(
  english: Readonly<Record<Id, string>>,
  translations: Translations<Id>,
): (language: Language, own?: OwnTexts) => Translate<Id> {
  const formats = new Map<string, IntlMessageFormat>();
  function formatOf(language: Language, id: Id): IntlMessageFormat {
    const key = `${language}/${id}`;
    const known = formats.get(key);
    if (known !== undefined) return known;
    const text = language === 'en' ? undefined : translations[language][id];
    const made = text === undefined ? formatIn('en', english[id]) : formatIn(language, text);
    formats.set(key, made);
    return made;
  }
  return (language, own) => {
    const ownFormats = own && ownFormatsOf(language, own, english);
    return (id, values) => String((ownFormats?.(id) ?? formatOf(language, id)).format(values));
  };
}

const madeOfOwn = new WeakMap<OwnTexts, Map<string, IntlMessageFormat | undefined>>();

/** @param english what an own text must still fit: a version may have changed it since. */
export function ownFormatsOf(language: Language, own: OwnTexts, english: Readonly<Record<string, string>>) {
  const made = madeOfOwn.get(own) ?? new Map<string, IntlMessageFormat | undefined>();
  madeOfOwn.set(own, made);
  return (id: string): IntlMessageFormat | undefined => {
    const text = own.get(id);
    const original = english[id];
    if (text === undefined || original === undefined) return undefined;
    if (!made.has(id)) made.set(id, textProblem(original, text) ? undefined : formatIn(language, text));
    return made.get(id);
  };
}

export function formatIn(language: Language, text: string): IntlMessageFormat {
  const format = new IntlMessageFormat(text, localeOf(language), undefined, { ignoreTag: true });
  if (directionOf(language) === 'ltr') return format;
  return new IntlMessageFormat(withIsolatedValues(format.getAst()), localeOf(language));
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;
type Element = Elements[number];

/** First-strong isolates: each value keeps the direction of its own first letter. */
const [isolate, pop] = ['\u2068', '\u2069'];

/** As the parser numbers them; its own list is not part of the formatter. */
const [literal, argument, select, plural] = [0, 1, 5, 6];

function withIsolatedValues(elements: Elements): Elements {
  const text = (value: string) => ({ type: literal, value }) as Element;
  return elements.flatMap((one): Elements => {
    if (one.type === argument) return [text(isolate), one, text(pop)];
    if (one.type !== select && one.type !== plural) return [one];
    const options = Object.entries((one as { options: Record<string, { value: Elements }> }).options);
    const isolated = options.map(([name, option]) => [name, { ...option, value: withIsolatedValues(option.value) }]);
    return [{ ...one, options: Object.fromEntries(isolated) } as Element];
  });
}
