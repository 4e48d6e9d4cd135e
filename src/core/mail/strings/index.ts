/** The texts of mails in every language but English. */
import { strings as ar } from './ar.ts';
import { strings as de } from './de.ts';
import { strings as el } from './el.ts';
import { strings as es } from './es.ts';
import { strings as fr } from './fr.ts';
import { strings as it } from './it.ts';
import { strings as nl } from './nl.ts';
import { strings as pt } from './pt.ts';
import { strings as tr } from './tr.ts';

export const translations = { ar, de, el, es, fr, it, nl, pt, tr } as const;
