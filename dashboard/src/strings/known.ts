/**
 * The strings of the modules that are loaded: the build adds those that a module names (`named-strings.ts`). Beside the
 * English ones, those in the reader's language, as far as they are translated.
 */
import type { MessageFormatElement } from 'react-intl';

/** Plain text if there are no placeholders. */
export type Compiled = string | MessageFormatElement[];
export type Catalog = Record<string, Compiled>;

export const english: Catalog = {};
export const translated: Catalog = {};

let translation: Catalog = {};

export function add(strings: Catalog): void {
  Object.assign(english, strings);
  for (const id of Object.keys(strings)) translated[id] = translation[id] ?? (strings[id] as Compiled);
}

/** From now on, also for the strings that were added before. */
export function translate(strings: Catalog): void {
  translation = strings;
  add({ ...english });
}
