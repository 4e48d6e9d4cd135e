/** Whether the open account may take real money, and what became of its request to. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dataOf } from '../api/client.ts';
import { useBook } from './book.ts';
import { sessionQuery } from './session.ts';

const pollMs = 5_000;

export function useAdmission() {
  const { holderId, mode, api, holder } = useBook();
  const admission = useQuery({
    queryKey: ['admission', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/approval-requests')),
    // While it waits, the decision is noticed without a reload.
    refetchInterval: ({ state }) => (state.data?.request?.status === 'waiting' ? pollMs : false),
  });
  useNewStatus(admission.data !== undefined && admission.data.status !== holder.status);
  return admission;
}

/** Reads the session again once the account's status is known to have changed: it decides what is offered. */
export function useNewStatus(hasChanged: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (hasChanged) void queries.invalidateQueries(sessionQuery);
  }, [hasChanged, queries]);
}
