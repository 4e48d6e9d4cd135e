/** Who holds how much of a company's cash, what waits to be confirmed, and what is held in all. */
import { Button, Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CashTotal, HeldCash } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Flag } from '../../ui/flag.tsx';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { CashFrame, settingsQuery } from './cash-frame.tsx';
import { Since } from './since.tsx';
import { StartTracking } from './start-tracking.tsx';
import { ToConfirm } from './to-confirm.tsx';

const RecordDialog = lazyOnInput(async () => (await import('./record-dialog.tsx')).RecordDialog);

const pageSize = 50;

export function Cash() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [recording, setRecording] = useState<HeldCash>();
  const settings = useQuery(settingsQuery({ holderId, mode }));
  const { query, list, isFirstPage } = useList({
    key: ['cash', 'held'],
    filters: {},
    read: (query) => api.GET('/api/v1/cash', { params: { query: { ...query, limit: pageSize } } }),
  });
  const isOff = settings.data?.is_tracked === false;
  const isBlank = isOff && isFirstPage && query.data?.data.length === 0;
  const record = may('cash.record') ? setRecording : undefined;
  const columns = useColumns(record);
  if (settings.isError || settings.isPending || query.isPending) {
    return (
      <CashFrame>
        {settings.isError ? (
          <ProblemNotice error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <Loading heights={[96, 320]} />
        )}
      </CashFrame>
    );
  }
  if (isBlank) {
    return (
      <CashFrame isBlank>
        <Card withBorder>
          <EmptyState
            icon="coins"
            title={t('cash.off.title')}
            text={t('cash.off.text')}
            action={may('cash.change_settings') ? <StartTracking /> : <Text size="sm">{t('cash.off.mayNot')}</Text>}
          />
        </Card>
      </CashFrame>
    );
  }
  return (
    <CashFrame>
      <ToConfirm />
      {query.data?.totals.map((total) => (
        <Total key={total.currency} total={total} />
      ))}
      <List
        label={t('cash.tab.held')}
        list={list}
        columns={columns}
        idOf={(row) => `${row.beneficiary_ref}/${row.currency}`}
        empty={<EmptyState icon="coins" title={t('cash.empty.title')} text={t('cash.empty.text')} />}
        card={(row) => <HeldCard row={row} onRecord={record} />}
      />
      {recording !== undefined && <RecordDialog row={recording} onClose={() => setRecording(undefined)} />}
    </CashFrame>
  );
}

function Total({ total: { currency, held, waiting, expected } }: { total: CashTotal }) {
  const t = useStrings();
  const facts = [
    [t('cash.totals.held'), held],
    [t('cash.totals.waiting'), waiting],
    [t('cash.totals.expected'), expected],
  ] as const;
  return (
    <Facts
      facts={facts.map(([label, amount]) => ({ label, value: <Money amount={amount} currency={currency} fz="lg" /> }))}
    />
  );
}

type OnRecord = ((row: HeldCash) => void) | undefined;

function useColumns(onRecord: OnRecord): Column<HeldCash>[] {
  const t = useStrings();
  const amountOf = (of: 'waiting' | 'expected') => (row: HeldCash) =>
    row[of] === 0 ? t('app.none') : <Money amount={row[of]} currency={row.currency} />;
  const columns: Column<HeldCash>[] = [
    {
      key: 'payee',
      title: t('cash.payee'),
      cell: (row) => (
        <>
          <Text span fw={550} mr="xs">
            {row.beneficiary_name}
          </Text>
          <AboveLimit row={row} />
        </>
      ),
    },
    {
      key: 'since',
      title: t('cash.since'),
      width: 220,
      cell: ({ held_since: at }) => (at === null ? t('app.none') : <Since at={at} />),
    },
    { key: 'expected', title: t('cash.expected'), align: 'right', width: 140, cell: amountOf('expected') },
    { key: 'waiting', title: t('cash.waiting'), align: 'right', width: 140, cell: amountOf('waiting') },
    {
      key: 'held',
      title: t('cash.held'),
      align: 'right',
      width: 150,
      cell: (row) => <Money amount={row.held} currency={row.currency} fw={600} />,
    },
  ];
  if (onRecord === undefined) return columns;
  const act: Column<HeldCash> = {
    key: 'act',
    title: t('row.header'),
    align: 'right',
    width: 120,
    cell: (row) => <Record row={row} onRecord={onRecord} />,
  };
  return [...columns, act];
}

function Record({
  row,
  onRecord,
  isWide = false,
}: {
  row: HeldCash;
  onRecord: NonNullable<OnRecord>;
  isWide?: boolean;
}) {
  const t = useStrings();
  if (row.held === 0) return null;
  return (
    <Button
      size={isWide ? 'sm' : 'xs'}
      fullWidth={isWide}
      variant="default"
      aria-label={t('cash.recordOf', { name: row.beneficiary_name })}
      onClick={() => onRecord(row)}
    >
      {t('cash.record')}
    </Button>
  );
}

function AboveLimit({ row }: { row: HeldCash }) {
  const t = useStrings();
  return row.above_limit && <Flag tone="failed">{t('cash.aboveLimit')}</Flag>;
}

function HeldCard({ row, onRecord }: { row: HeldCash; onRecord: OnRecord }) {
  const t = useStrings();
  const money = useMoney();
  const { currency, held_since: at } = row;
  return (
    <CardFacts
      title={row.beneficiary_name}
      amount={<Money amount={row.held} currency={currency} />}
      below={
        <>
          {row.above_limit && <AboveLimit row={row} />}
          {at !== null && (
            <span>
              {t('cash.since')} <Since at={at} />
            </span>
          )}
          {(['waiting', 'expected'] as const)
            .filter((of) => row[of] > 0)
            .map((of) => (
              <span key={of}>
                {t(`cash.${of}`)}: {money(row[of], currency)}
              </span>
            ))}
        </>
      }
      {...(onRecord === undefined ? {} : { actions: <Record row={row} onRecord={onRecord} isWide /> })}
    />
  );
}
