/** The payments made from the wallet: to whom, what became of them, and the number of the receipt. */
import { Text } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import type { WalletPayment } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

export function PaymentsMade() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { list } = useList({
    key: ['wallet', 'payments'],
    filters: {},
    read: (query) => api.GET('/api/v1/wallet/payments', { params: { query } }),
  });
  const linkTo = (row: WalletPayment) =>
    linkOptions({ to: '/h/$holderId/$mode/wallet/payments/$id', params: { holderId, mode, id: row.movement_id } });
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
    {
      key: 'reference',
      title: t('wallet.reference'),
      cell: (row) => <Copyable value={row.reference} what={t('wallet.reference')} />,
    },
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
          below={<Status payment={row} />}
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
