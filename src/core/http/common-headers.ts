/**
 * Headers of every answer. Answers carry keys, tokens, balances and names, so no cache keeps one unless its route says
 * otherwise.
 */
const hstsSeconds = 31_536_000;

/** @param secure the service is reached under https: browsers must never ask it under http again. */
export const commonHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  Object.freeze({
    'cache-control': 'no-store',
    // Answers repeat what was sent to them: a browser must not take JSON or CSV for a page.
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': `max-age=${hstsSeconds}` } : {}),
  });
