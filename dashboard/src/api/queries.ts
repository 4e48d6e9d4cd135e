/** How the dashboard caches and repeats its reads. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem, unreachable } from './problem.ts';

const triesMax = 2;

/** @param onSignedOut called when the session has ended and the person did not sign in again. */
export const createQueries = (onSignedOut: () => void): QueryClient => {
  const onError = (error: Error): void => {
    if (error instanceof Problem && error.code === 'signed_out') onSignedOut();
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
