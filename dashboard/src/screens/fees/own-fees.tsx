/** What payments cost a shop or a company, and what they will cost. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { FeeLines } from './fee-lines.tsx';
import { effective } from './fee-rules.ts';

export function OwnFees() {
  const t = useStrings();
  const { holderId, mode, api, holder } = useBook();
  const query = useQuery({
    queryKey: ['payment-fees', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/payment-fees')),
  });
  return (
    <Panel title={t('fees.title')}>
      {holder.kind === 'company' && (
        <Text c="dimmed" mb="sm">
          {t('fees.orders')}
        </Text>
      )}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[20]} />}
      {query.data !== undefined && <FeeLines inForce={effective(query.data.in_force)} toCome={query.data.to_come} />}
    </Panel>
  );
}
