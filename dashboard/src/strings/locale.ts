/** The reader's locale, for amounts and times. */

/**
 * The first language that this browser can format; English if there is none. Some systems name theirs `en-US@posix`.
 * @param language that is shown: a locale of it comes first, such as `de-AT` for German.
 * @param page its `lang`, which says more than the language where the two agree: `pt-PT`, for `pt` alone is Brazil's.
 */
export function readersLocale(
  language = 'en',
  languages: readonly string[] = navigator.languages,
  page = document.documentElement.lang,
): string {
  const supported = languages.flatMap(supportedOf);
  if (language === 'en') return supported[0] ?? 'en';
  const own = [...supported, page].find((one) => one.split('-', 1)[0] === language) ?? language;
  // Digits are Latin in Arabic too, as on cards and in what shops and banks write.
  return language === 'ar' ? `${own.split('-u-', 1)[0]}-u-nu-latn` : own;
}

function supportedOf(language: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language);
  } catch {
    return []; // Not a language tag.
  }
}
