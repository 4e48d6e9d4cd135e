/**
 * The operator's own texts of one language, by area and key: what the words of pages, emails and statements look up
 * before those that Sluice comes with. Pure.
 */
import type { Language } from '../../base/languages/languages.ts';

export const textAreas = ['checkout', 'mails', 'statements'] as const;

export type TextArea = (typeof textAreas)[number];

export type CustomTexts = Readonly<Record<TextArea, ReadonlyMap<string, string>>>;

/** A text as it is stored. `original`: what it replaced when it was written. */
export type CustomText = { language: Language; area: TextArea; key: string; text: string; original: string };

const none: ReadonlyMap<string, string> = new Map();

/** Every text as Sluice comes with it. */
export const noTexts: CustomTexts = Object.freeze({ checkout: none, mails: none, statements: none });

export function textsByArea(texts: readonly Pick<CustomText, 'area' | 'key' | 'text'>[]): CustomTexts {
  if (texts.length === 0) return noTexts;
  const of = (area: TextArea) =>
    new Map(texts.filter((one) => one.area === area).map(({ key, text }) => [key, text] as const));
  return { checkout: of('checkout'), mails: of('mails'), statements: of('statements') };
}
