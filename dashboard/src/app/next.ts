/** Where to go on after signing in or up: an address of this service, and never another's. */

const storageKey = 'sluice-next';
/** How long a sign-up link works. */
const rememberedMs = 86_400_000;

/** Pages that the service renders itself: opened by the browser, not by the router. */
const renderedPages = /^\/pay(?:\/|$)/;

/** @returns the path with its query; undefined for anything that leads to another origin. */
export function safeNext(text: unknown, origin: string): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
  const url = URL.parse(text, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

export const isRenderedPage = (path: string): boolean => renderedPages.test(path);

/** Keeps the address while the mail of a sign-up is awaited. The link is opened in a tab of its own. */
export function rememberNext(next: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ next, until: Date.now() + rememberedMs }));
  } catch {
    // Storage is refused: the person goes on at the start page.
  }
}

/** The address kept last, once. */
export function takeNext(): string | undefined {
  try {
    const kept: { next?: unknown; until?: number } = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    localStorage.removeItem(storageKey);
    return (kept.until ?? 0) > Date.now() ? safeNext(kept.next, location.origin) : undefined;
  } catch {
    return undefined;
  }
}
