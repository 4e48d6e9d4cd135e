/**
 * Gives each module the strings that it names, so that a screen brings its own words and a phone does not wait for those
 * of all the others. A string is named by its whole key, or by a template that begins and ends as its key does.
 * Plurals and values are parsed here, so that no browser needs a parser for them.
 */
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Plugin, parseSync, Visitor } from 'vite';
import { en } from './src/strings/en/index.ts';
import type { Compiled } from './src/strings/known.ts';

/** Where a module finds strings, and those of its own are added. */
const known = '/src/strings/known.ts';
const sources = /\/dashboard\/src\/(?!strings\/).*\.tsx?$/;

export const namedStrings = (): Plugin => ({
  name: 'named-strings',
  enforce: 'pre',
  transform: {
    filter: { id: sources },
    handler(code, id) {
      const ids = namedIn(textsOf(id, code));
      if (ids.length === 0) return null;
      const strings = Object.fromEntries(ids.map((one) => [one, compile(en[one])]));
      // On the last line, so that the lines before keep their numbers.
      const added = `import { add as addStrings } from '${known}'; addStrings(${JSON.stringify(strings)});`;
      return { code: `${code}\n${added}\n`, map: null };
    },
  },
});

/** A text of a module: what stands before the first value in it, and after the last. Without values, both are the text. */
type Text = { start: string; end: string; isWhole: boolean };

/** Every literal and template of a module. @param file its name, by whose ending it is parsed. */
export function textsOf(file: string, code: string): Text[] {
  const texts: Text[] = [];
  const add = (start: string, end: string, isWhole: boolean): void => void texts.push({ start, end, isWhole });
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') add(value, value, true);
    },
    TemplateLiteral: ({ quasis }) => {
      const textAt = (place: number): string => quasis.at(place)?.value.cooked ?? '';
      add(textAt(0), textAt(-1), quasis.length === 1);
    },
  }).visit(parseSync(file, code).program);
  return texts;
}

/** The keys of the strings that these texts name. */
export function namedIn(texts: readonly Text[]): (keyof typeof en)[] {
  const keys = new Set(texts.filter(({ isWhole }) => isWhole).map(({ start }) => start));
  const templates = texts.filter(({ start, isWhole }) => !isWhole && start.includes('.'));
  const fits = (id: string, { start, end }: Text): boolean =>
    id.startsWith(start) && id.endsWith(end) && id.length > start.length + end.length;
  return all.filter((id) => keys.has(id) || templates.some((one) => fits(id, one)));
}

const all = Object.keys(en) as (keyof typeof en)[];

/** A translation is compiled like the English strings, and loaded as one file. */
const translations = /\/dashboard\/src\/strings\/(\w\w)\.ts$/;

export const compiledTranslations = (): Plugin => ({
  name: 'compiled-translations',
  enforce: 'pre',
  transform: {
    filter: { id: translations },
    async handler(_, id) {
      const { strings } = (await import(id)) as { strings: Record<string, string> };
      const compiled = Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, compile(text)]));
      return { code: `export const strings = ${JSON.stringify(compiled)};`, map: null };
    },
  },
});

export function compile(text: string): Compiled {
  const parts: MessageFormatElement[] = parse(text, { captureLocation: false });
  const [first] = parts;
  return parts.length === 1 && first?.type === 0 ? first.value : parts;
}
