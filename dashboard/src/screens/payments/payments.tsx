/** The payments of a shop: found, narrowed, sorted, exported; and links to be paid. */
import { Button, Group, Text } from '@mantine/core';
import { Link, linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedPayment } from '../../api/types.ts';
import { useArranged } from '../../app/arranged.tsx';
import { useBook } from '../../app/book.ts';
import { timed } from '../../app/list-span.ts';
import { useMay } from '../../app/may.ts';
import { useList } from '../../app/use-list.ts';
import { PlaceAbove } from '../../app/way-back.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportButton, useExport } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useIsPhone } from '../../ui/is-phone.ts';
import { lazyOnInput } from '../../ui/lazy.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { Page } from '../../ui/page.tsx';
import { payerLines } from '../../ui/payer-lines.ts';
import { StateBadge, ToneBadge } from '../../ui/state-badge.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './payment.module.css';
import { PaymentFilters } from './payment-filters.tsx';
import { filters } from './payment-list.ts';
import { titleOf, useMethodWords } from './payment-words.ts';

const fileName = 'payments.csv';

const LinkDialog = lazyOnInput(async () => (await import('./link-dialog.tsx')).LinkDialog);

export function Payments() {
  const t = useStrings();
  const { api, holder } = useBook();
  const isPhone = useIsPhone();
  const may = useMay();
  const [isLinking, setLinking] = useState(false);
  const { filter, active, isNarrowed, narrow, clear, query, list, hasNone } = useList({
    key: ['payments'],
    filters,
    read: (asked) => api.GET('/api/v1/payments', { params: { query: timed(asked) } }),
    totals: {
      read: (narrowed) => api.GET('/api/v1/totals/payments', { params: { query: timed(narrowed) } }),
      words: (count) => t('totals.payments', { count }),
    },
  });
  const { columns, menus } = useArranged('payments', useColumns());
  // The list then says what to do first, and whoever only earns was led here from elsewhere.
  const isGate = hasNone && holder.is_only_payee;
  const request = () => api.GET('/api/v1/payments.csv', { params: { query: timed(filter) }, parseAs: 'blob' });
  return (
    <>
      {holder.is_only_payee && <PlaceAbove />}
      <Page
        title={t('payments.title')}
        actions={
          <>
            {!isGate && !isPhone && <Others hasNone={hasNone} request={request} />}
            {!hasNone && may('payments.create') && (
              <Button leftSection={<Icon name="link" size={16} />} onClick={() => setLinking(true)}>
                {t('payLink.create')}
              </Button>
            )}
            {!isGate && isPhone && <OthersInMenu hasNone={hasNone} request={request} />}
          </>
        }
      >
        {!hasNone && <PaymentFilters filter={filter} active={active} onChange={narrow} menus={menus} />}
        <List
          label={t('payments.title')}
          list={list}
          columns={columns}
          idOf={(row) => row.payment_id}
          at={filter.sort === 'newest' || filter.sort === 'oldest' ? (row) => row.created_at : undefined}
          linkTo={useLinkTo()}
          empty={
            isNarrowed ? (
              <NoMatch title={t('payments.noMatch.title')} onClear={clear} />
            ) : (
              <NoPayments onLink={may('payments.create') ? () => setLinking(true) : undefined} />
            )
          }
          card={(row) => <PaymentCard row={row} />}
        />
        {isLinking && <LinkDialog currency={query.data?.data[0]?.currency} onClose={() => setLinking(false)} />}
      </Page>
    </>
  );
}

type OthersProps = { hasNone: boolean; request: () => Promise<{ data?: unknown }> };

/** What the screen offers besides a payment link. */
function Others({ hasNone, request }: OthersProps) {
  const t = useStrings();
  const fees = useFeesLink();
  return (
    <>
      <Button variant="default" renderRoot={(props) => <Link {...fees} {...props} />}>
        {t('fees.title')}
      </Button>
      {!hasNone && <ExportButton fileName={fileName} request={request} />}
    </>
  );
}

/** The same behind one button: a phone has no room for three. */
function OthersInMenu({ hasNone, request }: OthersProps) {
  const t = useStrings();
  const navigate = useNavigate();
  const save = useExport({ fileName, request });
  const fees = useFeesLink();
  const toFees = { label: t('fees.title'), icon: 'coins', onClick: () => void navigate(fees) } as const;
  const exportAll = { label: t('app.export'), icon: 'download', onClick: () => save.mutate() } as const;
  return <MoreMenu actions={hasNone ? [toFees] : [toFees, exportAll]} />;
}

function useFeesLink() {
  const { holderId, mode } = useBook();
  return linkOptions({ to: '/h/$holderId/$mode/settings/business', params: { holderId, mode } });
}

function NoPayments({ onLink }: { onLink: (() => void) | undefined }) {
  const t = useStrings();
  const { mode, holder } = useBook();
  return (
    <EmptyState
      icon="credit-card"
      title={t(holder.is_only_payee ? 'payments.payee.title' : 'payments.empty.title')}
      text={t(holder.is_only_payee ? 'payments.payee.text' : `payments.empty.${mode}`)}
      action={<FirstSteps onLink={onLink} />}
    />
  );
}

/** Who paid and how stand at the same place of every row, whatever the length of a name. */
function PaymentCard({ row }: { row: ListedPayment }) {
  const methodWords = useMethodWords();
  const [payer] = row.payer === null ? [] : payerLines(row.payer);
  return (
    <CardFacts
      title={titleOf(row)}
      amount={<Money amount={row.amount} currency={row.currency} />}
      below={
        <div className={classes.payer}>
          <span>{payer}</span>
          <States row={row} />
          <span>{methodWords(row)}</span>
          <Instant at={row.created_at} />
        </div>
      }
    />
  );
}

function States({ row }: { row: ListedPayment }) {
  const t = useStrings();
  return (
    <Group gap={6} wrap="nowrap">
      <StateBadge state={row.status} />
      {row.charged_back_amount > 0 && <ToneBadge tone="failed">{t('payments.disputed')}</ToneBadge>}
    </Group>
  );
}

function useLinkTo() {
  const { holderId, mode } = useBook();
  return ({ payment_id: id }: ListedPayment) =>
    linkOptions({ to: '/h/$holderId/$mode/payments/$id', params: { holderId, mode, id } });
}

const customerWidthMax = 220;

function useColumns(): Column<ListedPayment>[] {
  const t = useStrings();
  const methodWords = useMethodWords();
  const linkTo = useLinkTo();
  return [
    {
      key: 'payment',
      title: t('payments.payment'),
      cell: (row) => <Link {...linkTo(row)}>{titleOf(row)}</Link>,
    },
    {
      key: 'amount',
      title: t('payments.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={550} />,
    },
    {
      key: 'refunded',
      title: t('sums.refunded_amount'),
      align: 'end',
      optional: 'hidden',
      cell: (row) =>
        row.refunded_amount === 0 ? t('app.none') : <Money amount={row.refunded_amount} currency={row.currency} />,
    },
    { key: 'status', title: t('payments.status'), optional: 'shown', cell: (row) => <States row={row} /> },
    {
      key: 'customer',
      title: t('payments.customer'),
      optional: 'shown',
      cell: ({ payer }) => {
        const [first, second] = payer === null ? [] : payerLines(payer);
        return (
          <>
            <Text inherit truncate maw={customerWidthMax} component="div">
              {first ?? t('app.none')}
            </Text>
            {second !== undefined && (
              <Text size="xs" c="dimmed" truncate maw={customerWidthMax} component="div">
                {second}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'method',
      title: t('payments.method'),
      optional: 'shown',
      cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{methodWords(row) || t('app.none')}</span>,
    },
    {
      key: 'created',
      title: t('payments.created'),
      optional: 'shown',
      cell: (row) => <Instant at={row.created_at} />,
    },
    {
      key: 'paid',
      title: t('payment.paidAt'),
      optional: 'hidden',
      cell: (row) => (row.paid_at === null ? t('app.none') : <Instant at={row.paid_at} />),
    },
  ];
}
