/** Explore for the operator: all accounts, with what is held and what waits above. */
import type { QueryOf } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { Explore } from './explore.tsx';
import { Overview } from './overview.tsx';

export function OperatorExplore() {
  const { api } = useBook();
  return (
    <Explore
      of="operator"
      list="operator/payouts"
      overview={<Overview />}
      read={(asked) => api.GET('/api/v1/operator/explore', { params: { query: asked as QueryOf<'operatorExplore'> } })}
      file={(asked) =>
        api.GET('/api/v1/operator/explore.csv', {
          params: { query: asked as QueryOf<'operatorExplore'> },
          parseAs: 'blob',
        })
      }
    />
  );
}
