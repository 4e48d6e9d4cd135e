/** What acquirers paid out: what should have arrived at the bank beside what did. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AcquirerPayout } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { ReconciliationFrame } from './reconciliation-frame.tsx';
import { RecordAcquirerPayout } from './record-acquirer-payout.tsx';
import { useSources } from './sources.ts';

const tones = { expected: 'waiting', received: 'done', differs: 'failed' } as const;

export function AcquirerPayouts() {
  const t = useStrings();
  const { api } = useBook();
  const may = useMay();
  const [isRecording, setRecording] = useState(false);
  const { query, list, isFirstPage } = useList({
    key: ['operator', 'reconciliation', 'acquirer-payouts'],
    filters: {},
    read: (query) => api.GET('/api/v1/operator/acquirer-payouts', { params: { query } }),
  });
  const record = (variant: 'default' | 'filled') =>
    may('reconciliation.record_acquirer_payout') && (
      <Button variant={variant} onClick={() => setRecording(true)}>
        {t('recon.acquirer.record')}
      </Button>
    );
  return (
    <ReconciliationFrame actions={query.data?.data.length === 0 && isFirstPage ? undefined : record('default')}>
      <List
        label={t('recon.tab.acquirer')}
        list={list}
        columns={useColumns()}
        idOf={(row) => `${row.source}:${row.reference}`}
        empty={
          <EmptyState
            icon="building-bank"
            title={t('recon.acquirer.empty.title')}
            text={t('recon.acquirer.empty.text')}
            action={record('filled')}
          />
        }
        card={(row) => <AcquirerPayoutCard row={row} />}
      />
      {isRecording && <RecordAcquirerPayout onClose={() => setRecording(false)} />}
    </ReconciliationFrame>
  );
}

function useColumns(): Column<AcquirerPayout>[] {
  const t = useStrings();
  const { nameOf } = useSources();
  return [
    {
      key: 'reference',
      title: t('recon.acquirer.reference'),
      cell: (row) => <Copyable value={row.reference} what={t('recon.acquirer.reference')} />,
    },
    { key: 'source', title: t('recon.source'), cell: (row) => nameOf(row.source) },
    {
      key: 'expected',
      title: t('recon.acquirer.net'),
      align: 'end',
      cell: (row) => <Money amount={row.expected} currency={row.currency} fw={550} />,
    },
    {
      key: 'received',
      title: t('recon.acquirer.arrived'),
      align: 'end',
      cell: (row) =>
        row.received === null ? t('app.none') : <Money amount={row.received.amount} currency={row.received.currency} />,
    },
    {
      key: 'fee',
      title: t('recon.acquirer.fee'),
      align: 'end',
      cell: (row) => <Money amount={row.fee} currency={row.currency} />,
    },
    { key: 'status', title: t('recon.status'), cell: (row) => <Status row={row} /> },
    { key: 'at', title: t('recon.acquirer.at'), cell: (row) => <Instant at={row.recorded_at} day /> },
  ];
}

function AcquirerPayoutCard({ row }: { row: AcquirerPayout }) {
  const t = useStrings();
  return (
    <CardFacts
      title={row.reference}
      amount={<Money amount={row.expected} currency={row.currency} />}
      below={
        <>
          <Status row={row} />
          <Instant at={row.recorded_at} day />
          {row.received !== null && row.status === 'differs' && (
            <span>
              {t('recon.acquirer.arrived')} <Money amount={row.received.amount} currency={row.received.currency} />
            </span>
          )}
        </>
      }
    />
  );
}

function Status({ row: { status } }: { row: AcquirerPayout }) {
  const t = useStrings();
  return <Flag tone={tones[status]}>{t(`recon.acquirer.${status}`)}</Flag>;
}
