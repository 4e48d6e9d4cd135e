/** After signing in: reads who is signed in, then opens the address they came for, or their start page. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isRenderedPage } from './next.ts';
import { sessionQuery } from './session.ts';

export function useGoOn(): (next?: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (next = '/') => {
    if (isRenderedPage(next)) {
      location.assign(new URL(next, location.origin));
      return;
    }
    // Another person may have been signed in before.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await navigate({ href: next, replace: true });
  };
}
