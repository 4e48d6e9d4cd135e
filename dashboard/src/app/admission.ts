/** Whether the open account may take real money, and what became of its request to. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../api/client.ts';
import { useBook } from './book.ts';

const pollMs = 5_000;

export function useAdmission() {
  const { holderId, mode, api } = useBook();
  return useQuery({
    queryKey: ['admission', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/approval-requests')),
    // While it waits, the decision is noticed without a reload.
    refetchInterval: ({ state }) => (state.data?.request?.status === 'waiting' ? pollMs : false),
  });
}
