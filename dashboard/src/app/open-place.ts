/**
 * Addresses without an account, `/open/wallet`: pages and mails that don't know the reader's account lead there, and the
 * dashboard opens the one that has such a screen.
 */
import type { Book, Mode } from '../api/client.ts';
import type { Session } from '../api/types.ts';
import { startOf } from './start.ts';

type Kind = Session['holders'][number]['kind'];
type Place = {
  path: string;
  kinds: readonly Kind[];
  search?: Record<string, string>;
  takes?: 'currency' | 'operation';
  mode?: Mode;
};

const payees: readonly Kind[] = ['courier', 'merchant'];
const everyone: readonly Kind[] = ['courier', 'merchant', 'customer', 'company'];

const places: ReadonlyMap<string, Place> = new Map([
  ['wallet', { path: '', kinds: ['customer'] }],
  ['wallet-payments', { path: '', kinds: ['customer'], search: { view: 'payments' } }],
  ['top-up', { path: '/top-up', kinds: ['customer'], takes: 'currency' }],
  ['payouts', { path: '/payouts', kinds: everyone }],
  ['companies', { path: '/companies', kinds: payees }],
  ['try-payments', { path: '/developers/try', kinds: ['merchant'], takes: 'operation', mode: 'test' }],
  ['try-orders', { path: '/developers/try', kinds: ['company'], takes: 'operation', mode: 'test' }],
  ['bank-accounts', { path: '/payouts/bank-accounts', kinds: everyone }],
]);

type OpenSearch = {
  mode?: Mode | undefined;
  currency?: string | undefined;
  operation?: string | undefined;
};

/** The keys are always set: the router keeps what was given for those that are missing. */
export const openSearch = ({ mode, currency, operation }: Record<string, unknown>): OpenSearch => ({
  mode: mode === 'test' || mode === 'live' ? mode : undefined,
  currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
  operation: typeof operation === 'string' && /^[A-Za-z]{1,100}$/.test(operation) ? operation : undefined,
});

/** @returns the start page for a person who has no such screen; undefined for a place that is none. */
export function addressOfPlace(session: Session, name: string, given: OpenSearch): string | undefined {
  const place = places.get(name);
  if (place === undefined) return undefined;
  const book = bookFor(session, place.kinds);
  if (book === undefined) return '/';
  const taken = place.takes && given[place.takes];
  const search = new URLSearchParams({
    ...place.search,
    ...(place.takes === undefined || taken === undefined ? {} : { [place.takes]: taken }),
  });
  const query = search.size === 0 ? '' : `?${search}`;
  return `/h/${book.holderId}/${place.mode ?? given.mode ?? book.mode}${place.path}${query}`;
}

/** The account that was open last, if it has the screen; else the first that has. */
function bookFor(session: Session, kinds: readonly Kind[]): Book | undefined {
  return startOf({ ...session, holders: session.holders.filter(({ kind }) => kinds.includes(kind)) });
}
