/** The payments made from the wallet: to whom, what for, what became of them, and the receipt. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WalletPayment } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useReceiptLink, useWhatFor } from './what-for.tsx';

export function PaymentsMade() {
  const t = useStrings();
  const { api } = useBook();
  const { list } = useList({
    key: ['wallet', 'payments'],
    filters: {},
    read: (query) => api.GET('/api/v1/wallet/payments', { params: { query } }),
  });
  const whatFor = useWhatFor();
  const receiptOf = useReceiptLink();
  const linkTo = (row: WalletPayment) => receiptOf(row.movement_id);
  const columns: Column<WalletPayment>[] = [
    { key: 'date', title: t('wallet.date'), cell: (row) => <Instant at={row.created_at} />, width: 190 },
    {
      key: 'payee',
      title: t('wallet.payee'),
      cell: (row) => (
        <Link {...linkTo(row)} aria-label={t('receipt.open', { payee: row.payee })}>
          {row.payee}
        </Link>
      ),
    },
    { key: 'for', title: t('receipt.for'), cell: (row) => whatFor(row) ?? t('app.none') },
    { key: 'status', title: t('wallet.status'), cell: (row) => <Status payment={row} /> },
    {
      key: 'amount',
      title: t('wallet.amount'),
      align: 'end',
      cell: (row) => <Money amount={row.amount} currency={row.currency} fw={600} />,
    },
  ];
  return (
    <List
      label={t('wallet.view.payments')}
      list={list}
      columns={columns}
      idOf={(row) => row.movement_id}
      at={(row) => row.created_at}
      linkTo={linkTo}
      empty={
        <EmptyState icon="receipt" title={t('wallet.emptyPayments.title')} text={t('wallet.emptyPayments.text')} />
      }
      card={(row) => (
        <CardFacts
          title={row.payee}
          amount={<Money amount={row.amount} currency={row.currency} />}
          when={<Instant at={row.created_at} />}
          below={
            <>
              {whatFor(row) !== undefined && <span>{whatFor(row)}</span>}
              <Status payment={row} />
            </>
          }
        />
      )}
    />
  );
}

function Status({ payment: { status, refunded, currency } }: { payment: WalletPayment }) {
  const t = useStrings();
  const money = useMoney();
  return (
    <>
      <StateBadge state={status === 'succeeded' ? 'paid' : status} />
      {refunded > 0 && (
        <Text size="xs" c="dimmed">
          {t('wallet.refunded', { amount: money(refunded, currency) })}
        </Text>
      )}
    </>
  );
}
