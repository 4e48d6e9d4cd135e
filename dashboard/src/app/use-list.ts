/**
 * What every list does: its filters and its page are in the address, so that a view can be sent to someone and the back
 * button works; the service searches, sorts and pages. A filter has one name, in the address and in the request.
 */
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { bookAheadMs, onBookTime } from '../api/book-time.ts';
import { dataOf, pageOf } from '../api/client.ts';
import type { ListTotals } from '../api/types.ts';
import type { ListState, Page } from '../ui/list.tsx';
import type { TotalsWords } from '../ui/list-totals.tsx';
import { useBook } from './book.ts';
import { type Chosen, chosenOf, countActive, type Filters, isNarrowed } from './list-filters.ts';
import type { ListSearch } from './list-search.ts';

/** The filters in the address. Another choice leads to the first page and replaces the entry in the history. */
export function useFilters<F extends Filters>(filters: F) {
  const navigate = useNavigate();
  const address: ListSearch = useSearch({ strict: false });
  const { cursor } = address;
  return {
    filter: chosenOf(filters, address),
    isNarrowed: isNarrowed(filters, address),
    active: countActive(filters, address),
    cursor: cursor === undefined ? undefined : String(cursor),
    /** Filters that are not named stay. Undefined, or the usual value, leaves one out of the address. */
    narrow: (change: Partial<Chosen<F>>) => {
      const usual = (name: string) => filters[name]?.usual;
      const given = Object.entries<string | number | boolean | undefined>(change);
      const changed = Object.fromEntries(
        given.map(([name, value]) => [name, value === usual(name) ? undefined : value]),
      );
      void navigate({ to: '.', search: (before) => ({ ...before, cursor: undefined, ...changed }), replace: true });
    },
    clear: () => void navigate({ to: '.', search: {}, replace: true }),
    openPage: (next: string) => void navigate({ to: '.', search: (before) => ({ ...before, cursor: next }) }),
  };
}

type Options<F extends Filters, P extends Page<object>> = {
  /** The area, by which reads are invalidated together, and what distinguishes this list within it. */
  key: readonly [string, ...string[]];
  filters: F;
  read: (asked: Chosen<F> & { cursor?: string }) => Promise<{ data?: P | undefined }>;
  /** What all pages come to. */
  totals?: TotalsWords & {
    read: (filter: Omit<Chosen<F>, 'sort'>) => Promise<{ data?: { data: ListTotals } | undefined }>;
  };
} & Pick<UseQueryOptions<P>, 'refetchInterval'>;

export function useList<F extends Filters, P extends Page<object>>(options: Options<F, P>) {
  const { key, filters, read, totals, ...reading } = options;
  const [area, ...rest] = key;
  const { holderId, mode } = useBook();
  const { openPage, cursor, ...shown } = useFilters(filters);
  const asked = { ...shown.filter, ...(cursor === undefined ? {} : { cursor }) };
  // A span that ends now is another one as soon as the time of the book is known.
  const ahead = useSyncExternalStore(onBookTime, bookAheadMs);
  const now = 'span' in asked && asked.span !== undefined ? [ahead] : [];
  const query = useQuery({
    queryKey: [area, holderId, mode, ...rest, asked, ...now],
    queryFn: () => pageOf(read(asked)),
    placeholderData: keepPreviousData,
    ...reading,
  });
  const { sort: _, ...narrowed } = shown.filter as Chosen<F> & { sort?: unknown };
  const sums = useQuery({
    queryKey: [area, holderId, mode, ...rest, 'totals', narrowed, ...now],
    queryFn: () => dataOf((totals as NonNullable<typeof totals>).read(narrowed)),
    placeholderData: keepPreviousData,
    // After the rows, which never wait for it.
    enabled: totals !== undefined && query.isSuccess && !query.isPlaceholderData,
  });
  const list: ListState<P['data'][number]> & { query: typeof query } = {
    query,
    onNext: openPage,
    onPrevious: cursor === undefined ? undefined : () => history.back(),
    ...(totals === undefined ? {} : { totals: { ...totals, query: sums } }),
  };
  const isFirstPage = cursor === undefined;
  /** There is nothing to narrow, to arrange or to export. */
  const hasNone = query.data?.data.length === 0 && !shown.isNarrowed && isFirstPage;
  return { ...shown, query, list, isFirstPage, hasNone };
}
