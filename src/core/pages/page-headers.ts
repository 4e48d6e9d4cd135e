/**
 * The headers of every page: nothing from other origins is loaded, the page can't be framed, and it is not cached. The
 * only script is our own, and every page works without it.
 */
export const pageHeaders: Readonly<Record<string, string>> = Object.freeze(
  headersWith(["style-src 'self'", "script-src 'self'", "form-action 'self'"]),
);

/** The headers of a page with a policy of its own. @param own directives beside those of every page. */
export function headersWith(own: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ...own,
      "img-src 'self' data:",
      "font-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  };
}
