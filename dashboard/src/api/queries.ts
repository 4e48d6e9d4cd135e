/** How the dashboard caches and repeats its reads. */
import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { Problem, unreachable } from './problem.ts';

const triesMax = 2;

/** Refusals that may come of a membership, a role or an account's status that changed since the session was read. */
const changedRights: readonly string[] = ['not_found', 'forbidden', 'company_not_active', 'merchant_not_active'];

/**
 * @param onSignedOut called when the session has ended and the person did not sign in again.
 * @param onRefused called when what the person may do could have changed.
 */
export const createQueries = (onSignedOut: () => void, onRefused: () => void): QueryClient => {
  const onError = (error: Error): void => {
    if (!(error instanceof Problem)) return;
    if (error.code === 'signed_out') onSignedOut();
    if (changedRights.includes(error.code)) onRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (tries, error) =>
          tries < triesMax && error instanceof Problem && (error.code === unreachable || error.status === 503),
      },
      mutations: { retry: false },
    },
  });
};

/**
 * Shows the answer to a change. A read that began before the change is dropped: it could arrive later and say that nothing
 * is under way, and then nothing would be read again.
 */
export async function showAnswer<T>(queries: QueryClient, queryKey: QueryKey, answer: T): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, answer);
}
