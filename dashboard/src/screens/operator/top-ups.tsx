/** The top-ups of all holders; those whose money has arrived are confirmed here. */
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { paths } from '../../api/api.generated.ts';
import { dataOf, newKey, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { ListControls, SearchBox } from '../../ui/list-controls.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useOperator } from './operator-role.ts';
import { Tabs } from './tabs.tsx';

type Query = NonNullable<paths['/api/v1/operator/top-ups']['get']['parameters']['query']>;
type Row = paths['/api/v1/operator/top-ups']['get']['responses'][200]['content']['application/json']['data'][number];

const from = '/signed-in/h/$holderId/$mode/operator/top-ups';
const tabs = ['pending', 'succeeded'] as const;

export function TopUps() {
  const t = useStrings();
  const navigate = useNavigate({ from: '/h/$holderId/$mode/operator/top-ups' });
  const { holderId, mode, api, mayMoveMoney } = useOperator();
  const { search, status, cursor } = useSearch({ from });
  const tab = tabs.find((one) => one === status) ?? 'pending';
  const [asked, setAsked] = useState<Row>();
  const asks: Query = {
    status: tab,
    sort: tab === 'pending' ? 'oldest' : 'newest',
    ...(search === undefined ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const query = useQuery({
    queryKey: ['operator', 'top-ups', holderId, mode, asks],
    queryFn: () => pageOf(api.GET('/api/v1/operator/top-ups', { params: { query: asks } })),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  const narrow = (change: { search?: string | undefined; status?: string }) =>
    navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...change }) as never, replace: true });
  const confirmButton = (row: Row) =>
    mayMoveMoney &&
    row.status === 'pending' && (
      <Button size="xs" variant="default" onClick={() => setAsked(row)}>
        {t('op.topUps.confirm')}
      </Button>
    );
  const columns: Column<Row>[] = [
    {
      key: 'holder',
      title: t('op.topUps.holder'),
      cell: (row) => (
        <>
          {row.holder.name}
          <Text size="xs" c="dimmed">
            {t(`kind.${row.holder.kind}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('op.topUps.amount'),
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'to', title: t('op.topUps.to'), cell: (row) => t(`op.payouts.account.${row.account}`) },
    { key: 'source', title: t('op.topUps.source'), cell: (row) => t(`op.topUps.source.${row.source}`) },
    { key: 'status', title: t('op.topUps.status'), cell: (row) => <StateBadge state={row.status} /> },
    { key: 'created', title: t('op.topUps.requested'), cell: (row) => <Instant at={row.created_at} /> },
    ...(tab === 'pending' && mayMoveMoney
      ? [{ key: 'act', title: t('op.act'), align: 'right' as const, cell: confirmButton }]
      : []),
  ];
  return (
    <Page title={t('op.topUps.title')}>
      <Tabs
        label={t('op.topUps.status')}
        value={tab}
        tabs={tabs.map((value) => ({ value, label: t(`op.topUps.tab.${value}`) }))}
        onChange={(value) => narrow({ status: value })}
      />
      <ListControls>
        <SearchBox label={t('op.topUps.search')} value={search} onChange={(text) => narrow({ search: text })} />
      </ListControls>
      <List
        label={t('op.topUps.title')}
        query={query}
        columns={columns}
        idOf={(row) => row.topup_id}
        onNext={(next) => navigate({ search: (before) => ({ ...before, cursor: next }) })}
        onFirst={cursor === undefined ? undefined : () => history.back()}
        empty={
          tab === 'pending' && search === undefined ? (
            <Blank icon="wallet" title={t('op.topUps.empty.title')} text={t('op.topUps.empty.text')} />
          ) : (
            <Blank icon="search" title={t('op.topUps.noMatch.title')} text={t('op.topUps.noMatch.text')} />
          )
        }
        card={(row) => (
          <CardFacts
            title={row.holder.name}
            amount={<Money amount={row.amount} currency={row.currency} />}
            below={
              <>
                <StateBadge state={row.status} />
                <Instant at={row.created_at} />
                {confirmButton(row)}
              </>
            }
          />
        )}
      />
      {asked !== undefined && <ConfirmDialog topUp={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function ConfirmDialog({ topUp, onClose }: { topUp: Row; onClose: () => void }) {
  const t = useStrings();
  const format = useMoney();
  const { api } = useBook();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const amount = format(topUp.amount, topUp.currency);
  const confirm = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/operator/top-ups/{id}/confirm', {
          params: { path: { id: topUp.topup_id } },
          headers: { 'idempotency-key': key },
        }),
      ),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <Confirm
      title={t('op.topUps.confirm.title')}
      action={t('op.topUps.confirm.submit', { amount })}
      onConfirm={() => confirm.mutate()}
      onClose={onClose}
      act={confirm}
    >
      <Text>{t('op.topUps.confirm.text', { amount, name: topUp.holder.name })}</Text>
      <Copyable value={topUp.topup_id} what={t('op.topUps.title')} />
    </Confirm>
  );
}
