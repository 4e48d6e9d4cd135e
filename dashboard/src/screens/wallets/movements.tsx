/** What moved on one account, newest first. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Movement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { useAccountWords } from '../../ui/ledger-words.ts';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

type Props = { account: string; currency: string };

export function Movements({ account, currency }: Props) {
  const t = useStrings();
  const accountWords = useAccountWords();
  const { holderId, mode, api } = useBook();
  const { list } = useList({
    key: ['wallets', 'movements', account, currency],
    filters: {},
    read: (query) => api.GET('/api/v1/wallets/movements', { params: { query: { ...query, account, currency } } }),
  });
  const other = ({ counterparty: { account: name, name: party } }: Movement) => accountWords(name, party);
  const orderOf = (row: Movement) =>
    row.partner_order_ref === null ? null : (
      <Link to="/h/$holderId/$mode/orders/$ref" params={{ holderId, mode, ref: row.partner_order_ref }}>
        {row.partner_order_ref}
      </Link>
    );
  const columns: Column<Movement>[] = [
    { key: 'reason', title: t('wallets.reason'), cell: (row) => <Text fw={550}>{t(`code.${row.code}`)}</Text> },
    { key: 'other', title: t('wallets.other'), cell: other },
    { key: 'order', title: t('wallets.order'), cell: (row) => orderOf(row) ?? t('app.none') },
    { key: 'when', title: t('wallets.when'), cell: (row) => <Instant at={row.created_at} /> },
    {
      key: 'amount',
      title: t('wallets.amount'),
      align: 'end',
      cell: (row) => (
        <TracedMoney
          trace={`transfer:${row.transfer_id}`}
          amount={row.amount}
          currency={row.currency}
          signed
          fw={550}
        />
      ),
    },
  ];
  return (
    <List
      label={t('wallets.movements')}
      list={list}
      columns={columns}
      idOf={(row) => row.transfer_id}
      at={(row) => row.created_at}
      empty={
        <EmptyState icon="wallet" title={t('wallets.movements.empty.title')} text={t('wallets.movements.empty.text')} />
      }
      card={(row) => (
        <CardFacts
          title={t(`code.${row.code}`)}
          amount={
            <TracedMoney trace={`transfer:${row.transfer_id}`} amount={row.amount} currency={row.currency} signed />
          }
          when={<Instant at={row.created_at} />}
          below={
            <>
              <span>{other(row)}</span>
              {orderOf(row)}
            </>
          }
        />
      )}
    />
  );
}
