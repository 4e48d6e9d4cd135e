/** Shares of orders that have not settled: how much, what each waits for, and when it is expected. */
import { Text } from '@mantine/core';
import type { UpcomingEarning } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money, useMoney } from '../../ui/money.tsx';

export function UpcomingOrders() {
  const t = useStrings();
  const { api } = useBook();
  const { list } = useList({
    key: ['earnings', 'upcoming'],
    filters: {},
    read: (query) => api.GET('/api/v1/earnings/upcoming', { params: { query } }),
  });
  const columns: Column<UpcomingEarning>[] = [
    { key: 'order', title: t('earnings.order'), cell: (row) => row.partner_order_ref },
    { key: 'company', title: t('earnings.company'), cell: (row) => row.company },
    {
      key: 'amount',
      title: t('earnings.share'),
      align: 'end',
      cell: (row) => (
        <>
          <Money amount={row.amount} currency={row.currency} fw={600} />
          <Reduced row={row} />
        </>
      ),
    },
    { key: 'expected', title: t('earnings.expected'), cell: (row) => <Expected row={row} /> },
    { key: 'created', title: t('earnings.date'), cell: (row) => <Instant at={row.created_at} /> },
  ];
  return (
    <List
      label={t('earnings.view.upcoming')}
      list={list}
      columns={columns}
      idOf={(row) => `${row.order_id}-${row.beneficiary_ref}`}
      empty={
        <EmptyState icon="clock" title={t('earnings.emptyUpcoming.title')} text={t('earnings.emptyUpcoming.text')} />
      }
      card={(row) => (
        <CardFacts
          title={row.partner_order_ref}
          amount={<Money amount={row.amount} currency={row.currency} />}
          below={
            <>
              <span>{row.company}</span>
              <Expected row={row} />
              <Reduced row={row} />
            </>
          }
        />
      )}
    />
  );
}

function Expected({ row: { expected_at: at, waits_for: waitsFor } }: { row: UpcomingEarning }) {
  const t = useStrings();
  return at === null ? <span>{t(`earnings.waits.${waitsFor}`)}</span> : <Instant at={at} />;
}

function Reduced({ row: { reduced_by: by, currency } }: { row: UpcomingEarning }) {
  const t = useStrings();
  const money = useMoney();
  if (by === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('earnings.reduced', { amount: money(by, currency) })}
    </Text>
  );
}
