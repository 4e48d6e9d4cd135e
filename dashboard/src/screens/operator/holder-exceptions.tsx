/** What the operator must decide or fix about an account, the oldest first. Each leads to the queue, narrowed to it. */
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

const shownMax = 10;

/** @param props.isReviewSaid the page says already that the account waits for a review: with nothing else there is nothing to add. */
export function HolderExceptions({ account, isReviewSaid }: { account: number; isReviewSaid: boolean }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const params = { holderId, mode };
  const query = useQuery({
    queryKey: ['operator', 'exceptions', holderId, mode, 'of', account],
    queryFn: () => pageOf(api.GET('/api/v1/operator/exceptions', { params: { query: { account, limit: shownMax } } })),
  });
  const rows = query.data?.data ?? [];
  if (isReviewSaid && !query.isError && rows.every(({ kind }) => kind === 'approval')) return null;
  return (
    <Panel
      title={t('op.holder.exceptions')}
      actions={
        rows.length > 0 && (
          <Link to="/h/$holderId/$mode" params={params} search={{ account }}>
            {t('explore.waiting.open')}
          </Link>
        )
      }
    >
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[80]} />}
      {query.isSuccess && rows.length === 0 && <Text c="dimmed">{t('op.holder.exceptions.none')}</Text>}
      <Stack gap="sm">
        {rows.map(({ kind, object_id: id, amount, currency, since }) => (
          <Group key={`${kind} ${id}`} justify="space-between" gap="xs">
            <Link to="/h/$holderId/$mode" params={params} search={{ account, kind }}>
              {t(`desk.kind.${kind}`)}
            </Link>
            <Group gap="sm">
              <Text size="xs" c="dimmed" component="div">
                <Instant at={since} />
              </Text>
              {amount !== null && currency !== null && <Money amount={amount} currency={currency} fw={550} />}
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
