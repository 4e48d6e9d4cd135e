/**
 * Gives each module the strings that it names, so that a screen brings its own words and a phone does not wait for those
 * of all the others. A string is named by its whole key in quotes, or by the beginning of its key in a template.
 * Plurals and values are parsed here, so that no browser needs a parser for them.
 */
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { en } from './src/strings/en/index.ts';

/** Where a module finds strings, and those of its own are added. */
const known = '/src/strings/known.ts';
const sources = /\/dashboard\/src\/(?!strings\/).*\.tsx?$/;
const whole = /(['"`])([a-zA-Z]+\.[\w.]+)\1/g;
const beginning = /`([a-zA-Z]+\.[\w.]*)\$\{/g;

/** Plain text if there are no placeholders. */
export type Compiled = string | MessageFormatElement[];

export const namedStrings = (): Plugin => ({
  name: 'named-strings',
  enforce: 'pre',
  transform: {
    filter: { id: sources },
    handler(code) {
      const ids = namedIn(code);
      if (ids.length === 0) return null;
      const strings = Object.fromEntries(ids.map((id) => [id, compile(en[id])]));
      // On the last line, so that the lines before keep their numbers.
      const added = `import { add as addStrings } from '${known}'; addStrings(${JSON.stringify(strings)});`;
      return { code: `${code}\n${added}\n`, map: null };
    },
  },
});

/** The keys of the strings that a source names. */
export function namedIn(code: string): (keyof typeof en)[] {
  const keys = new Set([...code.matchAll(whole)].map(([, , key]) => key));
  const begins = [...code.matchAll(beginning)].map(([, begin = '']) => begin);
  return all.filter((id) => keys.has(id) || begins.some((begin) => id.startsWith(begin)));
}

const all = Object.keys(en) as (keyof typeof en)[];

export function compile(text: string): Compiled {
  const parts = parse(text, { captureLocation: false });
  const [first] = parts;
  return parts.length === 1 && first?.type === 0 ? first.value : parts;
}
