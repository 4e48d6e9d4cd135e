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
import { possessive } from '../../ui/possessive.ts';
import { ToneBadge } from '../../ui/state-badge.tsx';
import { sumsOf } from '../../ui/sums.ts';
import { BankRefunds } from './bank-refunds.tsx';
import { SettleDialog } from './match-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { Tabs } from './tabs.tsx';

const tabs = ['open', 'returned'] as const;
type Tab = (typeof tabs)[number];

type Asked = { act: 'credit' | 'return'; row: IncomingTransfer };

export function IncomingTransfers() {
  const t = useStrings();
  const { api } = useBook();
  const [asked, setAsked] = useState<Asked>();
  const { filter, narrow, list } = useList({
    key: ['operator', 'transfers'],
    filters: { status: withUsual(oneOf(tabs), 'open') },
    read: (query) => api.GET('/api/v1/operator/transfers', { params: { query } }),
    refetchInterval: 15_000,
  });
  const { status: tab } = filter;
  const rows = list.query.data?.data ?? [];
  const isWhole = list.onPrevious === undefined && list.query.data?.next_cursor === null;
  const Dialog = asked?.act === 'credit' ? SettleDialog : ReturnDialog;
  return (
    <Page title={t('op.transfers.title')} note={t('op.transfers.note')}>
      <Tabs
        label={t('op.transfers.status')}
        value={tab}
        tabs={tabs.map((value) => ({ value, label: t(`op.transfers.tab.${value}`) }))}
        onChange={(status) => narrow({ status })}
      />
      {tab === 'open' && isWhole && rows.length > 0 && <ToReview rows={rows} />}
      <List
        label={t('op.transfers.title')}
        list={list}
        columns={useColumns(tab, rows, setAsked)}
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
            title={row.sender ?? row.text}
            amount={<Money amount={row.amount} currency={row.currency} />}
            when={<CalendarDay of={row.booked_on} />}
            below={
              <>
                {row.sender !== null && <span style={{ overflowWrap: 'anywhere' }}>{row.text}</span>}
                {row.holder !== null && <span>{row.holder.name}</span>}
                <Finding row={row} />
              </>
            }
            actions={<Acts row={row} onAsk={setAsked} />}
          />
        )}
      />
      {tab === 'open' && <BankRefunds />}
      {asked !== undefined && <Dialog transfer={asked.row} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

/** How many there are and what they come to, where one page has them all. */
function ToReview({ rows }: { rows: readonly IncomingTransfer[] }) {
  const t = useStrings();
  const money = useMoney();
  const sums = sumsOf(rows, ({ amount }) => amount);
  const amounts = sums.map(({ amount, currency }) => money(amount, currency)).join(', ');
  return <Text fw={550}>{t('op.transfers.toReview', { count: rows.length, amounts })}</Text>;
}

function useColumns(
  tab: Tab,
  rows: readonly IncomingTransfer[],
  onAsk: (asked: Asked) => void,
): Column<IncomingTransfer>[] {
  const t = useStrings();
  const mayAct = useMayAct();
  const acts: Column<IncomingTransfer> = {
    key: 'act',
    title: t('op.act'),
    align: 'end',
    cell: (row) => <Acts row={row} onAsk={onAsk} />,
  };
  const account: Column<IncomingTransfer> = {
    key: 'holder',
    title: t('op.transfers.account'),
    cell: (row) => row.holder?.name ?? t('app.none'),
  };
  return [
    { key: 'from', title: t('op.transfers.from'), cell: (row) => <From row={row} /> },
    {
      key: 'amount',
      title: t('op.transfers.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    { key: 'finding', title: t('op.transfers.finding'), width: 250, cell: (row) => <Finding row={row} /> },
    { key: 'booked', title: t('op.transfers.booked'), cell: (row) => <CalendarDay of={row.booked_on} />, width: 130 },
    ...(rows.some(({ holder }) => holder !== null) ? [account] : []),
    ...(tab === 'open' && mayAct ? [acts] : []),
  ];
}

/** Who sent it, and what the bank says of it; of a statement without senders, that alone. */
const From = ({ row: { sender, text } }: { row: IncomingTransfer }) => (
  <>
    <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
      {sender ?? text}
    </Text>
    {sender !== null && (
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
        {text}
      </Text>
    )}
  </>
);

/** What it seems to be, or why it was sent back. */
function Finding({ row }: { row: IncomingTransfer }) {
  const t = useStrings();
  const money = useMoney();
  const { finding, top_up: topUp, beneficiary, payment, proposals, recorded, returned } = row;
  if (returned !== null) return t('op.transfers.reason', { reason: returned });
  const [proposal] = proposals;
  if (proposal !== undefined) {
    const whose = possessive(proposal.holder.name);
    const words = proposal.names_holder ? 'op.transfers.finding.probable' : 'op.transfers.finding.possible';
    return (
      <ToneBadge tone="waiting" wraps>
        {t(words, { whose })}
      </ToneBadge>
    );
  }
  if (recorded !== null) {
    const whose = possessive(recorded.transfer.owner.name);
    return (
      <>
        <ToneBadge tone="waiting" wraps>
          {t(recorded.names_holder ? 'op.transfers.finding.probable' : 'op.transfers.finding.possible', { whose })}
        </ToneBadge>
        <Text size="xs" c="dimmed">
          {t('op.transfers.finding.recorded')}
        </Text>
      </>
    );
  }
  // Most have none: a badge on every row would mark nothing.
  if (finding === 'unknown') {
    return (
      <Text size="sm" fz="inherit" c="dimmed" component="span">
        {t('op.transfers.finding.unknown')}
      </Text>
    );
  }
  if (payment !== null && (finding === 'ended' || finding === 'received')) {
    return <ToneBadge tone="waiting">{t(`op.transfers.finding.payment.${finding}`)}</ToneBadge>;
  }
  const asked = payment === null ? topUp && { ...topUp, amount: topUp.requested_amount ?? topUp.amount } : payment;
  return (
    <ToneBadge tone="waiting" wraps>
      {beneficiary === null
        ? t(`op.transfers.finding.${finding}`, {
            amount: asked === null ? '' : money(asked.amount, asked.currency),
          })
        : t('op.transfers.finding.cash', { name: beneficiary.name })}
    </ToneBadge>
  );
}

function useMayAct(): boolean {
  const may = useMay();
  return may('top_ups.confirm') || may('transfers.return');
}

function Acts({ row, onAsk }: { row: IncomingTransfer; onAsk: (asked: Asked) => void }) {
  const t = useStrings();
  const may = useMay();
  const mayAct = useMayAct();
  if (!mayAct || row.returned !== null) return null;
  const isMatch = row.proposals.length > 0 || (row.recorded !== null && may('reconciliation.match'));
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {may('top_ups.confirm') && row.payment === null && (
        <Button size="xs" {...(isMatch ? {} : { variant: 'default' })} onClick={() => onAsk({ act: 'credit', row })}>
          {t(isMatch ? 'op.transfers.match' : 'op.transfers.credit')}
        </Button>
      )}
      {may('transfers.return') && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => onAsk({ act: 'return', row })}>
          {t('op.transfers.return')}
        </Button>
      )}
    </Group>
  );
}
