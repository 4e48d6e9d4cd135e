/** How the dashboard caches and repeats its reads. */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem, unreachable } from './problem.ts';

const triesMax = 2;

/** @param onSignedOut called when an answer says that the session is over. */
export const createQueries = (onSignedOut: () => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof Problem && error.code === 'signed_out') onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (tries, error) =>
          tries < triesMax && error instanceof Problem && (error.code === unreachable || error.status === 503),
      },
      mutations: { retry: false },
    },
  });
