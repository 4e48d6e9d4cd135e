/** How many exceptions an account has: at its entry in the navigation, and on its home. */
import { useQuery } from '@tanstack/react-query';
import { type Book, dataOf } from '../api/client.ts';
import type { ExceptionCounts } from '../api/types.ts';
import { useBook } from './book.ts';
import { useMay } from './may.ts';

/** What others do appears by itself. */
export const refreshesEveryMs = 15_000;
export const countsEveryMs = 60_000;

/** Under keys that are read again whenever an order, or anything of the operator's, has changed. */
export const exceptionsKey = (
  { holderId, mode }: Book,
  isOperator: boolean,
): readonly [string, number | string, string, string] => [
  isOperator ? 'operator' : 'home',
  holderId,
  mode,
  'exceptions',
];

/** Undefined until they are read, and for those who have no queue. */
export const useExceptionCount = (): number | undefined => useExceptionCounts()?.total;

export function useExceptionCounts(): ExceptionCounts | undefined {
  const { holderId, mode, holder, api } = useBook();
  const may = useMay();
  const isOperator = holder.kind === 'service';
  const { data } = useQuery({
    queryKey: [...exceptionsKey({ holderId, mode }, isOperator), 'counts'],
    queryFn: () =>
      isOperator ? dataOf(api.GET('/api/v1/operator/exceptions/counts')) : dataOf(api.GET('/api/v1/exceptions/counts')),
    enabled: may(isOperator ? 'operator_exceptions.read' : 'exceptions.read'),
    refetchInterval: countsEveryMs,
  });
  return data;
}
