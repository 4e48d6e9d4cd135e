/**
 * Addresses without an account, `/open/wallet`: pages and mails that don't know the reader's account lead there, and the
 * dashboard opens the one that has such a screen.
 */
import type { Book, Mode } from '../api/client.ts';
import type { Session } from './session.ts';
import { startOf } from './start.ts';

type Kind = Session['holders'][number]['kind'];
type Place = { path: string; kinds: readonly Kind[]; search?: Record<string, string>; takesCurrency?: true };

const payees: readonly Kind[] = ['courier', 'merchant'];
const everyone: readonly Kind[] = ['courier', 'merchant', 'customer', 'company'];

const places: ReadonlyMap<string, Place> = new Map([
  ['wallet', { path: '', kinds: ['customer'] }],
  ['wallet-payments', { path: '', kinds: ['customer'], search: { status: 'payments' } }],
  ['top-up', { path: '/top-up', kinds: ['customer'], takesCurrency: true }],
  ['payouts', { path: '/payouts', kinds: everyone }],
  ['companies', { path: '/companies', kinds: payees }],
  ['bank-accounts', { path: '/payouts/bank-accounts', kinds: everyone }],
]);

export type OpenSearch = { mode?: Mode | undefined; currency?: string | undefined };

/** Both keys are always set: the router keeps what was given for those that are missing. */
export const openSearch = ({ mode, currency }: Record<string, unknown>): OpenSearch => ({
  mode: mode === 'test' || mode === 'live' ? mode : undefined,
  currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
});

/** @returns the start page for a person who has no such screen; undefined for a place that is none. */
export function addressOfPlace(session: Session, name: string, { mode, currency }: OpenSearch): string | undefined {
  const place = places.get(name);
  if (place === undefined) return undefined;
  const book = bookFor(session, place.kinds);
  if (book === undefined) return '/';
  const search = new URLSearchParams({
    ...place.search,
    ...(place.takesCurrency && currency !== undefined ? { currency } : {}),
  });
  const query = search.size === 0 ? '' : `?${search}`;
  return `/h/${book.holderId}/${mode ?? book.mode}${place.path}${query}`;
}

/** The account that was open last, if it has the screen; else the first that has. */
function bookFor(session: Session, kinds: readonly Kind[]): Book | undefined {
  return startOf({ ...session, holders: session.holders.filter(({ kind }) => kinds.includes(kind)) });
}
