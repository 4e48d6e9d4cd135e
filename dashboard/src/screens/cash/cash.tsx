/** Who holds how much of a company's cash, what waits to be confirmed, and what is held in all. */
import { Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CashTotal, HeldCash } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
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
import { grouped } from '../top-ups/grouped.ts';
import { CashFrame, settingsQuery } from './cash-frame.tsx';
import { Since } from './since.tsx';
import { StartTracking } from './start-tracking.tsx';
import { ToConfirm } from './to-confirm.tsx';

const RecordDialog = lazyOnInput(async () => (await import('./record-dialog.tsx')).RecordDialog);

const TransferDialog = lazyOnInput(async () => (await import('./transfer-dialog.tsx')).TransferDialog);

const pageSize = 50;

export function Cash() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [asked, setAsked] = useState<Asked>();
  const settings = useQuery(settingsQuery({ holderId, mode }));
  const { query, list, isFirstPage } = useList({
    key: ['cash', 'held'],
    filters: {},
    read: (query) => api.GET('/api/v1/cash', { params: { query: { ...query, limit: pageSize } } }),
  });
  const isOff = settings.data?.is_tracked === false;
  const isBlank = isOff && isFirstPage && query.data?.data.length === 0;
  const ask = may('cash.record') ? setAsked : undefined;
  const columns = useColumns(ask);
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
        card={(row) => <HeldCard row={row} onAsk={ask} />}
      />
      {asked !== undefined && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} />}
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

type Asked = { act: 'record' | 'transfer'; row: HeldCash };
type OnAsk = ((asked: Asked) => void) | undefined;

function AskedDialog({ asked: { act, row }, onClose }: { asked: Asked; onClose: () => void }) {
  return act === 'record' ? (
    <RecordDialog row={row} onClose={onClose} />
  ) : (
    <TransferDialog row={row} onClose={onClose} />
  );
}

function useColumns(onAsk: OnAsk): Column<HeldCash>[] {
  const t = useStrings();
  const amountOf = (of: 'waiting' | 'expected') => (row: HeldCash) =>
    row[of] === 0 ? t('app.none') : <Money amount={row[of]} currency={row.currency} />;
  const columns: Column<HeldCash>[] = [
    {
      key: 'payee',
      title: t('cash.payee'),
      cell: (row) => (
        <>
          <Text span fw={550} me="xs">
            <PayeeLink link={row.beneficiary_ref}>{row.beneficiary_name}</PayeeLink>
          </Text>
          <AboveLimit row={row} />
          <ReferenceOf row={row} />
        </>
      ),
    },
    {
      key: 'since',
      title: t('cash.since'),
      width: 200,
      cell: ({ held_since: at }) => (at === null ? t('app.none') : <Since at={at} />),
    },
    { key: 'expected', title: t('cash.expected'), align: 'end', width: 110, cell: amountOf('expected') },
    { key: 'waiting', title: t('cash.waiting'), align: 'end', width: 120, cell: amountOf('waiting') },
    {
      key: 'held',
      title: t('cash.held'),
      align: 'end',
      width: 125,
      cell: (row) => <Money amount={row.held} currency={row.currency} fw={600} />,
    },
  ];
  if (onAsk === undefined) return columns;
  const act: Column<HeldCash> = {
    key: 'act',
    title: t('row.header'),
    align: 'end',
    width: 210,
    cell: (row) => <Acts row={row} onAsk={onAsk} />,
  };
  return [...columns, act];
}

function Acts({ row, onAsk, isWide = false }: { row: HeldCash; onAsk: NonNullable<OnAsk>; isWide?: boolean }) {
  const t = useStrings();
  const { held, beneficiary_name: name } = row;
  const size = isWide ? 'sm' : 'xs';
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end" grow={isWide}>
      {held > 0 && (
        <Button
          size={size}
          variant="default"
          aria-label={t('cash.recordOf', { name })}
          onClick={() => onAsk({ act: 'record', row })}
        >
          {t('cash.record')}
        </Button>
      )}
      <Button
        size={size}
        variant="subtle"
        aria-label={t('cash.transferOf', { name })}
        onClick={() => onAsk({ act: 'transfer', row })}
      >
        {t('cash.transfer')}
      </Button>
    </Group>
  );
}

/** What the payee's bank transfers name, once it was asked for. */
function ReferenceOf({ row: { reference } }: { row: HeldCash }) {
  const t = useStrings();
  return (
    reference !== null && (
      <Text component="span" display="block" size="xs" c="dimmed" ff="monospace">
        {t('cash.reference', { reference: grouped(reference) })}
      </Text>
    )
  );
}

function AboveLimit({ row }: { row: HeldCash }) {
  const t = useStrings();
  return row.above_limit && <Flag tone="failed">{t('cash.aboveLimit')}</Flag>;
}

function HeldCard({ row, onAsk }: { row: HeldCash; onAsk: OnAsk }) {
  const t = useStrings();
  const money = useMoney();
  const { currency, held_since: at } = row;
  return (
    <CardFacts
      title={<PayeeLink link={row.beneficiary_ref}>{row.beneficiary_name}</PayeeLink>}
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
          <ReferenceOf row={row} />
        </>
      }
      {...(onAsk === undefined ? {} : { actions: <Acts row={row} onAsk={onAsk} isWide /> })}
    />
  );
}
