/** Money that came too late or twice and has not gone back yet; what the provider refused is asked for again. */
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { LateCaptureOfPayee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

export function LateCaptures() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const query = useQuery({
    queryKey: ['operator', 'late-captures', holderId, mode],
    queryFn: async () => ({ data: await dataOf(api.GET('/api/v1/operator/late-captures')), next_cursor: null }),
    refetchInterval: 15_000,
  });
  const retry = useRetry();
  const columns: Column<LateCaptureOfPayee>[] = [
    { key: 'payee', title: t('op.late.payee'), cell: (row) => row.payee.name },
    {
      key: 'amount',
      title: t('op.late.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'status', title: t('op.late.status'), cell: (row) => <StateBadge state={row.status} /> },
    { key: 'failure', title: t('op.late.failure'), cell: (row) => row.failure ?? t('app.none') },
    {
      key: 'payment',
      title: t('op.late.payment'),
      cell: (row) => <Copyable value={row.payment_id} what={t('op.late.payment')} />,
    },
    { key: 'captured', title: t('op.late.captured'), cell: (row) => <Instant at={row.created_at} /> },
    { key: 'act', title: t('op.act'), align: 'end', cell: (row) => <RetryButton row={row} retry={retry} /> },
  ];
  return (
    <Page title={t('op.late.title')} note={t('op.late.note')}>
      {retry.isError && <ProblemNotice error={retry.error} />}
      <List
        label={t('op.late.title')}
        list={{ query }}
        columns={columns}
        idOf={(row) => row.attempt_id}
        at={(row) => row.created_at}
        empty={<EmptyState icon="check" title={t('op.late.empty.title')} text={t('op.late.empty.text')} />}
        card={(row) => (
          <CardFacts
            title={row.payee.name}
            amount={<Money amount={row.amount} currency={row.currency} />}
            when={<Instant at={row.created_at} />}
            below={
              <>
                <StateBadge state={row.status} />
                {row.failure !== null && <Text size="xs">{row.failure}</Text>}
                <RetryButton row={row} retry={retry} />
              </>
            }
          />
        )}
      />
    </Page>
  );
}

function useRetry() {
  const queries = useQueryClient();
  const { api } = useBook();
  return useMutation({
    mutationFn: (id: string) =>
      dataOf(api.POST('/api/v1/operator/late-captures/{id}/retry', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

function RetryButton({ row, retry }: { row: LateCaptureOfPayee; retry: ReturnType<typeof useRetry> }) {
  const t = useStrings();
  const may = useMay();
  if (!may('late_captures.retry') || row.status !== 'refused') return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={retry.isPending && retry.variables === row.attempt_id}
      onClick={() => retry.mutate(row.attempt_id)}
    >
      {t('op.late.retry')}
    </Button>
  );
}
