/** The texts of every language, with the operator's own in their place. */
import type { Language } from '../../../base/languages/languages.ts';
import { type CustomTexts, noTexts } from '../../../core/wording/custom-texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en, type Strings } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { withOwnStrings } from './own-strings.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';

export type { Strings };

const all: Readonly<Record<Language, Strings>> = Object.freeze({ en, ar, de, el, es, fr, it, nl, pt, tr });

const made = new WeakMap<CustomTexts, Strings>();

/** @param custom the operator's own texts in this language. */
export function stringsOf(language: Language, custom: CustomTexts = noTexts): Strings {
  if (custom.checkout.size === 0 && custom.mails.size === 0) return all[language];
  const strings = made.get(custom) ?? withOwnStrings(all[language], language, custom);
  made.set(custom, strings);
  return strings;
}
