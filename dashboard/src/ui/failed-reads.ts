/** The reads of a screen that failed, as one problem: it is said once, and tried again for all of them. */
import type { UseQueryResult } from '@tanstack/react-query';

type Failure = { error: unknown; onRetry: () => void };

/** @returns a problem when nothing of the screen could be read. What failed alone is said where it stands. */
export function allFailed(reads: readonly UseQueryResult[]): Failure | undefined {
  return reads.every(({ isLoadingError }) => isLoadingError) ? failureOf(reads) : undefined;
}

/** @returns a problem of a screen that needs every one of its reads. */
export function anyFailed(reads: readonly UseQueryResult[]): Failure | undefined {
  return failureOf(reads.filter(({ isError }) => isError));
}

function failureOf(failed: readonly UseQueryResult[]): Failure | undefined {
  const [first] = failed;
  return first && { error: first.error, onRetry: () => void Promise.all(failed.map((read) => read.refetch())) };
}
