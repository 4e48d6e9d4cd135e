/** The texts of every language. */
import type { Language } from '../../../base/languages/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en, type Strings } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';

export type { Strings };

const all: Readonly<Record<Language, Strings>> = Object.freeze({ en, ar, de, el, es, fr, it, nl, pt, tr });

export const stringsOf = (language: Language): Strings => all[language];
