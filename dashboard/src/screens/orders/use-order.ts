/** Everything of one order: as it stands, what became of it, and its transfers. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBook } from '../../app/book.ts';
import { orderQueries } from './order-queries.ts';

export function useOrder(ref: string) {
  const { holderId, mode } = useBook();
  const queries = orderQueries({ holderId, mode }, ref);
  return { order: useQuery(queries.order), trace: useQuery(queries.trace), transfers: useQuery(queries.transfers) };
}

/** After an act: whatever shows this order, other orders or balances is read again. */
export function useRefreshOrders(): () => Promise<void> {
  const { holderId, mode } = useBook();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ['orders', 'wallets', 'home'].map((name) => queries.invalidateQueries({ queryKey: [name, holderId, mode] })),
    );
  };
}
