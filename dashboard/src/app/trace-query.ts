/** The chain of an amount, which the screen reads and the navigation goes by. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf, type Book, dataOf } from '../api/client.ts';
import type { Holder } from './session.ts';

/** @param id what was asked for, such as `transfer:88`. */
export const traceQuery = ({ holderId, mode }: Book, { kind }: Holder, id: string) =>
  queryOptions({
    queryKey: ['traces', holderId, mode, id],
    queryFn: () => {
      const api = apiOf({ holderId, mode });
      const path = { params: { path: { id } } };
      return kind === 'service'
        ? dataOf(api.GET('/api/v1/operator/traces/{id}', path))
        : dataOf(api.GET('/api/v1/traces/{id}', path));
    },
  });
