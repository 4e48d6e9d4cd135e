/** The reader's locale, for amounts and times. */

/**
 * The first language that this browser can format; English if there is none. Some systems name theirs `en-US@posix`.
 * @param language of the page: a locale of it comes first, such as `de-AT` for German.
 */
export function readersLocale(language = 'en', languages: readonly string[] = navigator.languages): string {
  const supported = languages.flatMap(supportedOf);
  if (language === 'en') return supported[0] ?? 'en';
  const own = supported.find((one) => one.split('-', 1)[0] === language) ?? language;
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
