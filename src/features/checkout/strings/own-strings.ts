/** The texts of the checkout with the operator's own in their place, and each as a text in ICU's message format. Pure. */
import type { Language } from '../../../base/languages/languages.ts';
import { ownFormatsOf } from '../../../base/languages/messages.ts';
import type { CustomTexts } from '../../../core/wording/custom-texts.ts';
import { en, type Strings } from './en.ts';
import { valueNames } from './values.ts';

type Leaf = string | ((...values: string[]) => string);
type Tree = { readonly [name: string]: Leaf | Tree };

/** Emails to payers stand with the other emails. */
const ofPayers = 'mail.';

type Place = { area: 'checkout' | 'mails'; key: string };

const placeOf = (path: string): Place =>
  path.startsWith(ofPayers)
    ? { area: 'mails', key: `payer.${path.slice(ofPayers.length)}` }
    : { area: 'checkout', key: path };

const namesOf = (path: string): readonly string[] => valueNames[path] ?? [];

const textOf = (path: string, leaf: Leaf): string =>
  typeof leaf === 'string' ? leaf : leaf(...namesOf(path).map((name) => `{${name}}`));

function leavesOf(tree: Tree, above = ''): [path: string, leaf: Leaf][] {
  return Object.entries(tree).flatMap(([name, one]): [string, Leaf][] =>
    typeof one === 'object' ? leavesOf(one, `${above}${name}.`) : [[`${above}${name}`, one]],
  );
}

/** Every text of a language, in the order of the English ones. */
export const checkoutTexts = (strings: Strings): (Place & { text: string })[] =>
  leavesOf(strings as Tree).map(([path, leaf]) => ({ ...placeOf(path), text: textOf(path, leaf) }));

const englishOf = (area: Place['area']): Record<string, string> =>
  Object.fromEntries(checkoutTexts(en).flatMap((one) => (one.area === area ? [[one.key, one.text]] : [])));

let english: Record<Place['area'], Record<string, string>> | undefined;

/** @returns the texts of a language, with own ones where they fit. */
export function withOwnStrings(strings: Strings, language: Language, custom: CustomTexts): Strings {
  english ??= { checkout: englishOf('checkout'), mails: englishOf('mails') };
  const own = {
    checkout: ownFormatsOf(language, custom.checkout, english.checkout),
    mails: ownFormatsOf(language, custom.mails, english.mails),
  };
  const ownOf = (path: string, leaf: Leaf): Leaf => {
    const { area, key } = placeOf(path);
    const format = own[area](key);
    if (format === undefined) return leaf;
    const names = namesOf(path);
    const write = (...values: string[]) =>
      String(format.format(Object.fromEntries(names.map((name, place) => [name, values[place]]))));
    return typeof leaf === 'string' ? write() : write;
  };
  const replaced = (tree: Tree, above = ''): Tree =>
    Object.fromEntries(
      Object.entries(tree).map(([name, one]) => [
        name,
        typeof one === 'object' ? replaced(one, `${above}${name}.`) : ownOf(`${above}${name}`, one),
      ]),
    );
  return replaced(strings as Tree) as Strings;
}
