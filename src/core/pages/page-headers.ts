/** The headers of pages: what they may load, and who may frame them. */
const ownFiles = ["style-src 'self'", "script-src 'self'", "form-action 'self'"] as const;
const nobody = "'none'";

/**
 * Those of every page: nothing from other origins is loaded, the page can't be framed, and it is not cached. The
 * only script is our own, and every page works without it.
 */
export const pageHeaders: Readonly<Record<string, string>> = Object.freeze(headersWith(ownFiles));

/** The headers of a page with a policy of its own. @param own directives beside those of every page. */
export function headersWith(own: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': policyOf(own, nobody),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  };
}

/**
 * The policy of a page as `pageHeaders`, but for those who may frame it; `X-Frame-Options` cannot name them and must not be
 * sent with it.
 * @param origins checked ones, at least one: they are written into the header as they are.
 */
export const policyFramedBy = (origins: readonly string[]): string => policyOf(ownFiles, origins.join(' ') || nobody);

function policyOf(own: readonly string[], framedBy: string): string {
  return [
    "default-src 'none'",
    ...own,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');
}
