/** Money on bank statements that no top-up explains exactly: credited or sent back here. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { IncomingTransfer } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { CalendarDay } from '../../ui/calendar-day.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { Tabs } from './tabs.tsx';

const tabs = ['open', 'returned'] as const;

export function IncomingTransfers() {
  const t = useStrings();
  const money = useMoney();
  const { api } = useBook();
  const may = useMay();
  const [asked, setAsked] = useState<{ act: 'credit' | 'return'; row: IncomingTransfer }>();
  const { filter, narrow, list } = useList({
    key: ['operator', 'transfers'],
    filters: { status: withUsual(oneOf(tabs), 'open') },
    read: (query) => api.GET('/api/v1/operator/transfers', { params: { query } }),
    refetchInterval: 15_000,
  });
  const { status: tab } = filter;
  const finding = ({ finding: name, top_up: topUp, returned }: IncomingTransfer) =>
    returned !== null ? (
      t('op.transfers.reason', { reason: returned })
    ) : (
      <ToneBadge tone={name === 'unknown' ? 'neutral' : 'waiting'}>
        {t(`op.transfers.finding.${name}`, {
          amount: topUp === null ? '' : money(topUp.requested_amount ?? topUp.amount, topUp.currency),
        })}
      </ToneBadge>
    );
  const mayAct = may('top_ups.confirm') || may('transfers.return');
  const acts = (row: IncomingTransfer) =>
    mayAct &&
    row.returned === null && (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {may('top_ups.confirm') && (
          <Button size="xs" variant="default" onClick={() => setAsked({ act: 'credit', row })}>
            {t('op.transfers.credit')}
          </Button>
        )}
        {may('transfers.return') && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => setAsked({ act: 'return', row })}>
            {t('op.transfers.return')}
          </Button>
        )}
      </Group>
    );
  const words = (row: IncomingTransfer) => (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
      {row.text}
    </Text>
  );
  const columns: Column<IncomingTransfer>[] = [
    { key: 'booked', title: t('op.transfers.booked'), cell: (row) => <CalendarDay of={row.booked_on} />, width: 130 },
    {
      key: 'amount',
      title: t('op.transfers.amount'),
      align: 'right',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'text', title: t('op.transfers.text'), cell: words },
    { key: 'finding', title: t('op.transfers.finding'), cell: finding },
    { key: 'holder', title: t('op.transfers.account'), cell: (row) => row.holder?.name ?? t('app.none') },
    ...(tab === 'open' && mayAct ? [{ key: 'act', title: t('op.act'), align: 'right' as const, cell: acts }] : []),
  ];
  const Dialog = asked?.act === 'credit' ? CreditDialog : ReturnDialog;
  return (
    <Page title={t('op.transfers.title')} note={t('op.transfers.note')}>
      <Tabs
        label={t('op.transfers.status')}
        value={tab}
        tabs={tabs.map((value) => ({ value, label: t(`op.transfers.tab.${value}`) }))}
        onChange={(status) => narrow({ status })}
      />
      <List
        label={t('op.transfers.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.line_id}
        empty={
          tab === 'open' ? (
            <EmptyState icon="inbox" title={t('op.transfers.empty.title')} text={t('op.transfers.empty.text')} />
          ) : (
            <EmptyState
              icon="inbox"
              title={t('op.transfers.emptyReturned.title')}
              text={t('op.transfers.emptyReturned.text')}
            />
          )
        }
        card={(row) => (
          <CardFacts
            title={row.holder?.name ?? <CalendarDay of={row.booked_on} />}
            amount={<Money amount={row.amount} currency={row.currency} />}
            below={
              <>
                {finding(row)}
                {row.holder !== null && <CalendarDay of={row.booked_on} />}
                <span style={{ overflowWrap: 'anywhere' }}>{row.text}</span>
              </>
            }
            actions={acts(row)}
          />
        )}
      />
      {asked !== undefined && <Dialog transfer={asked.row} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}
