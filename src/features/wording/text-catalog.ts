/** Every text that the operator can write anew: its area, its key, and what it says in each language. Pure. */
import type { Language } from '../../base/languages/languages.ts';
import { en as mails } from '../../core/mail/strings/en.ts';
import { translations as mailTranslations } from '../../core/mail/strings/index.ts';
import type { TextArea } from '../../core/wording/custom-texts.ts';
import { stringsOf } from '../checkout/strings/index.ts';
import { checkoutTexts } from '../checkout/strings/own-strings.ts';
import { en as statements } from '../settlements/statements/strings/en.ts';
import { translations as statementTranslations } from '../settlements/statements/strings/index.ts';

type CatalogText = {
  area: TextArea;
  key: string;
  english: string;
  /** In the language that was asked for. */
  original: string;
};

export type TextCatalog = {
  /** In the order of the areas, then as they are written down. */
  in(language: Language): readonly CatalogText[];
  find(language: Language, area: TextArea, key: string): CatalogText | undefined;
};

type Strings = Readonly<Record<string, string>>;
/** By language; English among them. */
type AreaStrings = Readonly<Partial<Record<Language, Strings>>> & { en: Strings };

export function createTextCatalog(): TextCatalog {
  const made = new Map<Language, readonly CatalogText[]>();
  const read = (language: Language): CatalogText[] => {
    const areas: [TextArea, AreaStrings][] = [
      ['mails', { en: mails, ...mailTranslations }],
      ['statements', { en: statements, ...statementTranslations }],
    ];
    const english = checkoutTexts(stringsOf('en'));
    const ofCheckout = checkoutTexts(stringsOf(language)).map(
      ({ area, key, text }, place): CatalogText => ({
        area,
        key,
        english: english[place]?.text ?? text,
        original: text,
      }),
    );
    return [
      ...ofCheckout,
      ...areas.flatMap(([area, strings]) =>
        Object.entries(strings.en).map(
          ([key, text]): CatalogText => ({ area, key, english: text, original: strings[language]?.[key] ?? text }),
        ),
      ),
    ];
  };
  const inLanguage = (language: Language): readonly CatalogText[] => {
    const texts = made.get(language) ?? read(language);
    made.set(language, texts);
    return texts;
  };
  return {
    in: inLanguage,
    find: (language, area, key) => inLanguage(language).find((one) => one.area === area && one.key === key),
  };
}
