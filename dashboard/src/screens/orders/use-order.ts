/** Everything of one order: as it stands, what became of it, and its transfers. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { paths } from '../../api/api.generated.ts';
import { useBook } from '../../app/book.ts';
import { orderQueries } from './order-queries.ts';

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;
export type Order = Answer<'/api/v1/orders/{ref}'>;
export type Trace = Answer<'/api/v1/orders/{ref}/trace'>;
export type TracedSplit = Trace['splits'][number];
export type Transfer = Answer<'/api/v1/orders/{ref}/transfers'>[number];

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
