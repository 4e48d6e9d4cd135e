/** The saved views of a screen, and what of the address a view is. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../book.ts';

export function useViews(screen: string) {
  const { holderId, mode, api } = useBook();
  const key = ['saved-views', holderId, mode, screen] as const;
  const read = () => dataOf(api.GET('/api/v1/saved-views', { params: { query: { screen } } }));
  return { key, views: useQuery({ queryKey: key, queryFn: read }) };
}

/** Without the page: a view begins with its first one. */
export function shownQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('cursor');
  return query.toString();
}
