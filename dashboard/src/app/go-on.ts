/** After signing in: reads who is signed in, then opens the address they came for, or their start page. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isRenderedPage, safeNext } from './next.ts';
import { readSession, sessionQuery } from './session.ts';

export function useGoOn(): (next?: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (wanted) => {
    const next = safeNext(wanted, location.origin) ?? '/';
    if (isRenderedPage(next)) {
      location.assign(new URL(next, location.origin));
      return;
    }
    // Another person may have been signed in before.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    queries.setQueryData(sessionQuery.queryKey, await readSession());
    await navigate({ href: next, replace: true });
  };
}
