/** All top-ups of a company or a customer. Those by bank transfer have a reference. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { TransferTopUp } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { grouped } from './grouped.ts';

export function Transfers() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { list } = useList({
    key: ['top-ups', 'list'],
    filters: {},
    read: (query) => api.GET('/api/v1/top-ups', { params: { query } }),
  });
  const reference = (row: TransferTopUp) =>
    row.reference !== null && (
      <Text size="xs" ff="monospace">
        {grouped(row.reference)}
      </Text>
    );
  const linkTo = ({ topup_id: id }: TransferTopUp) =>
    linkOptions({ to: '/h/$holderId/$mode/top-ups/$id', params: { holderId, mode, id } });
  const columns: Column<TransferTopUp>[] = [
    {
      key: 'started',
      title: t('transfers.started'),
      cell: (row) => (
        <Link {...linkTo(row)}>
          <Instant at={row.created_at} />
        </Link>
      ),
    },
    { key: 'reference', title: t('transfers.reference'), cell: (row) => reference(row) || t('app.none') },
    { key: 'status', title: t('transfers.status'), cell: (row) => <StateBadge state={row.status} /> },
    {
      key: 'amount',
      title: t('transfers.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
  ];
  return (
    <Page title={t('transfers.title')}>
      <List
        label={t('transfers.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.topup_id}
        linkTo={linkTo}
        empty={<EmptyState icon="wallet" title={t('transfers.empty.title')} text={t('transfers.empty.text')} />}
        card={(row) => (
          <CardFacts
            title={<Money amount={row.amount} currency={row.currency} />}
            amount={<StateBadge state={row.status} />}
            below={
              <>
                {reference(row)}
                <Instant at={row.created_at} />
              </>
            }
          />
        )}
      />
    </Page>
  );
}
