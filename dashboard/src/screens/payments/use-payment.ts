/** One payment in full, and what is read again after an act on it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { sessionQuery } from '../../app/session.ts';

const openRefreshMs = 5_000;

export function usePayment(id: string) {
  const { holderId, mode, api } = useBook();
  return useQuery({
    queryKey: ['payments', holderId, mode, id, 'whole'],
    queryFn: () => dataOf(api.GET('/api/v1/payments/{id}', { params: { path: { id } } })),
    // Whoever has sent a link sees it being paid.
    refetchInterval: ({ state }) => (state.data?.payment_url == null ? false : openRefreshMs),
  });
}

/** Whatever shows payments or balances is read again. */
export function useRefreshPayments(): () => Promise<void> {
  const { holderId, mode, holder } = useBook();
  const queries = useQueryClient();
  return async () => {
    // With a payment it is a shop, whose navigation has more.
    if (holder.is_only_payee) void queries.invalidateQueries(sessionQuery);
    await Promise.all(
      ['payments', 'home', 'payout-options', 'wallet'].map((name) =>
        queries.invalidateQueries({ queryKey: [name, holderId, mode] }),
      ),
    );
  };
}
