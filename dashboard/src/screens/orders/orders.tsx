/** The orders of a company: found, narrowed, sorted, exported, held and released. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { OrderRow } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { timed } from '../../app/list-span.ts';
import { useMay } from '../../app/may.ts';
import { PayeeLink } from '../../app/payee-link.tsx';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';
import { LazyCityOffer } from '../test-city/lazy-city-offer.tsx';
import { type BulkAct, BulkDialog } from './bulk-dialog.tsx';
import { useHoldWords } from './hold-words.ts';
import { OrderFilters } from './order-filters.tsx';
import { filters } from './order-list.ts';
import classes from './orders.module.css';

export function Orders() {
  const t = useStrings();
  const { api } = useBook();
  const { filter, active, isNarrowed, narrow, clear, list, hasNone } = useList({
    key: ['orders'],
    filters,
    read: (asked) => api.GET('/api/v1/orders', { params: { query: timed(asked) } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/orders', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.orders', { count }),
    },
  });
  const { selected, setSelected, isSelecting, maySelect, mayBegin, toggle } = useSelection();
  const [bulk, setBulk] = useState<{ act: BulkAct; rows: OrderRow[] }>();
  const { columns, menus } = useArranged('orders', useColumns());
  const exported = () => api.GET('/api/v1/orders.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  return (
    <Page
      title={t('orders.title')}
      actions={
        !hasNone && (
          <>
            {mayBegin && <SelectButton isSelecting={isSelecting} onClick={toggle} />}
            <ExportButton fileName="orders.csv" request={exported} />
          </>
        )
      }
    >
      {!hasNone && (
        <OrderFilters
          filter={filter}
          active={active}
          onChange={(change) => {
            setSelected([]);
            narrow(change);
          }}
          menus={menus}
        />
      )}
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onAct={(act) => setBulk({ act, rows: selected })} />
      )}
      {bulk !== undefined && (
        <BulkDialog {...bulk} onClose={() => setBulk(undefined)} onChanged={() => setSelected([])} />
      )}
      <List
        label={t('orders.title')}
        list={list}
        columns={columns}
        idOf={(row) => row.order_id}
        at={filter.sort === 'newest' || filter.sort === 'oldest' ? (row) => row.created_at : undefined}
        linkTo={useLinkTo()}
        {...(maySelect
          ? {
              selection: {
                rows: selected,
                onChange: setSelected,
                labelOf: (row: OrderRow) => t('orders.select', { ref: row.partner_order_ref }),
              },
            }
          : {})}
        empty={isNarrowed ? <NoMatch onClear={clear} /> : <NoOrders />}
        card={(row) => <OrderCard row={row} />}
      />
    </Page>
  );
}

/** On a phone the boxes take room from every row, so they are there once they are wanted. */
function useSelection() {
  const isAllowed = useMay()('orders.hold');
  const isPhone = useIsPhone();
  const [selected, setSelected] = useState<OrderRow[]>([]);
  const [isSelecting, setSelecting] = useState(false);
  const toggle = () => {
    setSelecting(!isSelecting);
    setSelected([]);
  };
  const maySelect = isAllowed && (isSelecting || !isPhone);
  return { selected, setSelected, isSelecting, maySelect, mayBegin: isAllowed && isPhone, toggle };
}

function SelectButton({ isSelecting, onClick }: { isSelecting: boolean; onClick: () => void }) {
  const t = useStrings();
  return (
    <Button variant="default" aria-pressed={isSelecting} onClick={onClick}>
      {t(isSelecting ? 'orders.selecting.done' : 'orders.selecting')}
    </Button>
  );
}

function SelectionBar({ count, onAct }: { count: number; onAct: (act: BulkAct) => void }) {
  const t = useStrings();
  return (
    <Paper withBorder p="xs" px="md" className={classes.selected}>
      <Group justify="space-between" gap="xs">
        <Text fw={550}>{t('orders.selected', { count })}</Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="player-pause" size={14} />}
            onClick={() => onAct('hold')}
          >
            {t('orders.hold')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="player-play" size={14} />}
            onClick={() => onAct('release')}
          >
            {t('orders.release')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useStrings();
  return (
    <EmptyState
      icon="search"
      title={t('orders.noMatch.title')}
      text={t('orders.noMatch.text')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('orders.clear')}
        </Button>
      }
    />
  );
}

function NoOrders() {
  const t = useStrings();
  const isTest = useBook().mode === 'test';
  return (
    <EmptyState
      icon="list-details"
      title={t('orders.empty.title')}
      text={t('orders.empty.text')}
      action={isTest && <LazyCityOffer />}
    />
  );
}

function OrderCard({ row }: { row: OrderRow }) {
  const t = useStrings();
  const paidTo = payeeOf(row);
  return (
    <CardFacts
      title={row.partner_order_ref}
      amount={<Money amount={row.amount} currency={row.currency} />}
      when={<Instant at={row.created_at} />}
      below={
        <>
          <StateBadge state={row.settlement_status} />
          {row.broken_splits && <ToneBadge tone="failed">{t('orders.brokenSplits')}</ToneBadge>}
          <HeldBy row={row} />
          {paidTo !== undefined && <span>{paidTo}</span>}
          {row.is_shadow && <span>{t('orders.shadow')}</span>}
        </>
      }
    />
  );
}

/** Whom an order is from, as people think of it: the merchant's name, or without one the courier's. */
const payeeOf = ({ payees }: OrderRow): string | undefined =>
  (payees.find(({ beneficiary_type: type }) => type === 'merchant') ?? payees[0])?.name ?? undefined;

/** Under the state of an order on hold: by whom, why and since when. */
function HeldBy({ row }: { row: OrderRow }) {
  const words = useHoldWords();
  if (row.hold === null || row.broken_splits) return null;
  return (
    <Text size="xs" c="dimmed" w="100%" maw={260} component="div" style={{ overflowWrap: 'anywhere' }}>
      <Dotted>
        {words(row)}
        <Instant at={row.hold.since} />
      </Dotted>
    </Text>
  );
}

function SettlementState({ row }: { row: OrderRow }) {
  const t = useStrings();
  return (
    <Group gap={6}>
      <StateBadge state={row.settlement_status} />
      <HeldBy row={row} />
      {row.broken_splits && <ToneBadge tone="failed">{t('orders.brokenSplits')}</ToneBadge>}
    </Group>
  );
}

/** Restaurants and couriers, each a link to its page where it has one. */
function Payees({ row: { payees } }: { row: OrderRow }) {
  const t = useStrings();
  if (payees.length === 0) return t('app.none');
  return payees.map(({ beneficiary_type: type, beneficiary_ref: ref, name }, index) => (
    <Fragment key={`${type} ${ref}`}>
      {index > 0 && ', '}
      <PayeeLink link={ref}>{name ?? ref}</PayeeLink>
    </Fragment>
  ));
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ partner_order_ref: ref }: OrderRow) =>
    linkOptions({ to: '/h/$holderId/$mode/orders/$ref', params: { holderId, mode, ref } });
}

function useColumns(): Column<OrderRow>[] {
  const t = useStrings();
  const linkTo = useLinkTo();
  return [
    {
      key: 'ref',
      title: t('orders.ref'),
      cell: (row) => (
        <>
          <Link {...linkTo(row)}>{row.partner_order_ref}</Link>
          {row.is_shadow && (
            <Text span c="dimmed" size="xs" ms={8}>
              {t('orders.shadow')}
            </Text>
          )}
          <Text c="dimmed" size="xs" truncate>
            {payeeOf(row)}
          </Text>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('orders.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    {
      key: 'refunded',
      title: t('orders.refunded'),
      align: 'end',
      optional: 'hidden',
      cell: (row) =>
        row.refunded_amount === 0 ? t('app.none') : <Money amount={row.refunded_amount} currency={row.currency} />,
    },
    {
      key: 'source',
      title: t('orders.source'),
      optional: 'hidden',
      cell: (row) => t(`orders.source.${row.payment_source}`),
    },
    {
      key: 'payment',
      title: t('orders.payment'),
      optional: 'shown',
      cell: (row) => <StateBadge state={row.payment_status} />,
    },
    {
      key: 'settlement',
      optional: 'shown',
      title: t('orders.settlement'),
      cell: (row) => <SettlementState row={row} />,
    },
    { key: 'payees', title: t('orders.payees'), optional: 'hidden', cell: (row) => <Payees row={row} /> },
    {
      key: 'restaurant',
      title: t('orders.restaurant'),
      optional: 'hidden',
      cell: (row) => row.shadow_merchant_name ?? t('app.none'),
    },
    { key: 'created', title: t('orders.created'), optional: 'shown', cell: (row) => <Instant at={row.created_at} /> },
    {
      key: 'settled',
      title: t('orders.settledAt'),
      optional: 'hidden',
      cell: (row) => (row.settled_at === null ? t('app.none') : <Instant at={row.settled_at} />),
    },
  ];
}
