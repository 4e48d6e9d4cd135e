/** Reads and changes the sign-in provider of the account that is open. The operator's has addresses of its own. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { BodyOf, SingleSignOn } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';

export function useSingleSignOn() {
  const { holderId, holder, api } = useBook();
  const queries = useQueryClient();
  const isOperator = holder.kind === 'service';
  const query = useQuery({
    queryKey: ['single-sign-on', holderId],
    queryFn: () => dataOf(isOperator ? api.GET('/api/v1/operator/single-sign-on') : api.GET('/api/v1/single-sign-on')),
  });
  return {
    query,
    save: (body: BodyOf<'consoleSetSingleSignOn'>): Promise<SingleSignOn> =>
      dataOf(
        isOperator ? api.PUT('/api/v1/operator/single-sign-on', { body }) : api.PUT('/api/v1/single-sign-on', { body }),
      ),
    remove: (): Promise<SingleSignOn> =>
      dataOf(isOperator ? api.DELETE('/api/v1/operator/single-sign-on') : api.DELETE('/api/v1/single-sign-on')),
    keep: (setting: SingleSignOn) => queries.setQueryData(['single-sign-on', holderId], setting),
  };
}
