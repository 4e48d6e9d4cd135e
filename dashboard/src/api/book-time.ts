/**
 * What time it is in the open book: on the clock of a test book, which may have been moved, and for every other book on the
 * service's, whatever the browser's says. Each answer for a book brings it. Screens must take the time from here alone.
 */
import type { Middleware } from 'openapi-fetch';

const header = 'sluice-time';
/** Answers take a moment to arrive: a smaller difference is no move. */
const slackMs = 2_000;

/** How far each book is ahead of this browser. */
const ahead = new Map<string, number>();
const listeners = new Set<() => void>();

/** @param book as {@link openBook} names it. */
export const learnsTime = (book: string): Middleware => ({
  onResponse({ response }) {
    const said = Date.parse(response.headers.get(header) ?? '');
    if (Number.isNaN(said)) return undefined;
    const now = said - Date.now();
    if (Math.abs(now - (ahead.get(book) ?? 0)) < slackMs) return undefined;
    ahead.set(book, now);
    for (const tell of listeners) tell();
    return undefined;
  },
});

/** Tests of pure modules have none. */
const page = globalThis as { location?: { pathname: string } };

/** The book that the page's address names, as `7/test`; empty where it names none. */
function openBook(): string {
  const [, holderId, mode] = /^\/h\/(\d+)\/(test|live)(?:\/|$)/.exec(page.location?.pathname ?? '') ?? [];
  return holderId === undefined ? '' : `${holderId}/${mode}`;
}

export const bookAheadMs = (): number => ahead.get(openBook()) ?? 0;

/** In milliseconds, like `Date.now()`. */
export const bookTime = (): number => Date.now() + bookAheadMs();

/** @returns ends it. */
export function onBookTime(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
