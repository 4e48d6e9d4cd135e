/** The reader's locale, for amounts and times. */

/** The first language that this browser can format; English if there is none. Some systems name theirs `en-US@posix`. */
export function readersLocale(languages: readonly string[] = navigator.languages): string {
  for (const language of languages) {
    try {
      const [supported] = Intl.NumberFormat.supportedLocalesOf(language);
      if (supported !== undefined) return supported;
    } catch {
      // Not a language tag.
    }
  }
  return 'en';
}
