/** How many endpoints need someone: their deliveries fail, or have stopped by themselves. */
import { useQuery } from '@tanstack/react-query';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { endpointsQuery } from './queries.ts';

/** None for who does not manage endpoints, and until they are read: a home is worth more than this line. */
export function useFailingEndpoints(): number {
  const { holderId, mode } = useBook();
  const may = useMay();
  const { data } = useQuery({ ...endpointsQuery({ holderId, mode }), enabled: may('webhooks.change') });
  const stopped = ['failing', 'gone'];
  return (data?.data ?? []).filter(
    (one) => (one.status === 'active' && one.failing_since !== null) || stopped.includes(one.status_reason ?? ''),
  ).length;
}
