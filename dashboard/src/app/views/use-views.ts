/** The saved views of a screen, and what of the address a view is. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import type { SavedView } from '../../api/types.ts';
import { useBook } from '../book.ts';

export function useViews(screen: string) {
  const { holderId, mode, api } = useBook();
  const queries = useQueryClient();
  const router = useRouter();
  const key = ['saved-views', holderId, mode, screen] as const;
  const read = () => dataOf(api.GET('/api/v1/saved-views', { params: { query: { screen } } }));
  const shown = shownQuery(useLocation({ select: ({ searchStr }) => searchStr }));
  return {
    views: useQuery({ queryKey: key, queryFn: read }),
    /** What is shown, as a view holds it. */
    shown,
    isShown: ({ query }: SavedView) => shownQuery(query) === shown,
    open: ({ query }: SavedView) => router.history.push(`${location.pathname}?${query}`),
    afterChange: () => void queries.invalidateQueries({ queryKey: key }),
  };
}

/** In one order, and without the page: a view begins with its first one. */
function shownQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('cursor');
  query.sort();
  return query.toString();
}
