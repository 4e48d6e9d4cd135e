/** What came into and went out of the wallet, with its reason. */
import { Text } from '@mantine/core';
import type { WalletMovement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { ReceiptLink, useWhatFor } from './what-for.tsx';

const words: Record<string, { known: StringId; unknown: StringId }> = {
  payment: { known: 'wallet.move.payment', unknown: 'wallet.move.payment.unknown' },
  refund: { known: 'wallet.move.refund', unknown: 'wallet.move.refund.unknown' },
  refund_failed: { known: 'wallet.move.refund_failed', unknown: 'wallet.move.refund.unknown' },
};
const plainWords: Record<string, StringId> = {
  top_up: 'wallet.move.top_up',
  payout: 'wallet.move.payout',
  payout_returned: 'wallet.move.payout_returned',
  chargeback: 'wallet.move.chargeback',
  chargeback_reversed: 'wallet.move.chargeback_reversed',
  debt_repaid: 'wallet.move.debt_repaid',
  debt_recovery: 'wallet.move.debt_recovery',
};

export function Movements() {
  const t = useStrings();
  const { api } = useBook();
  const { list } = useList({
    key: ['wallet', 'movements'],
    filters: {},
    read: (query) => api.GET('/api/v1/wallet/movements', { params: { query } }),
  });
  const wordsOf = ({ code, other }: WalletMovement): string => {
    const told = words[code];
    if (told !== undefined) return other === null ? t(told.unknown) : t(told.known, { other });
    // A kind of transfer that is new to this page is named as it is, so that none is left out.
    return t(plainWords[code] ?? 'movement.other', { code: code.replaceAll('_', ' ') });
  };
  const whatFor = useWhatFor();
  const receiptOf = ({ code, movement_id: id, other }: WalletMovement) =>
    code === 'payment' && other !== null ? <ReceiptLink movement={id} payee={other} /> : undefined;
  const columns: Column<WalletMovement>[] = [
    { key: 'date', title: t('wallet.date'), cell: (row) => <Instant at={row.created_at} />, width: 190 },
    { key: 'what', title: t('wallet.what'), cell: (row) => <What title={wordsOf(row)} whatFor={whatFor(row)} /> },
    { key: 'receipt', title: t('receipt.title'), cell: (row) => receiptOf(row) ?? t('app.none') },
    { key: 'amount', title: t('wallet.amount'), align: 'end', cell: (row) => <Change movement={row} />, width: 160 },
  ];
  return (
    <List
      label={t('wallet.view.movements')}
      list={list}
      columns={columns}
      idOf={(row) => `${row.movement_id}-${row.direction}`}
      at={(row) => row.created_at}
      empty={<EmptyState icon="wallet" title={t('wallet.empty.title')} text={t('wallet.empty.text')} />}
      card={(row) => (
        <CardFacts
          title={
            <Text component="span" size="sm" fw={550} style={{ whiteSpace: 'normal' }}>
              {wordsOf(row)}
            </Text>
          }
          amount={<Change movement={row} />}
          when={<Instant at={row.created_at} />}
          below={
            <>
              {whatFor(row) !== undefined && <span>{whatFor(row)}</span>}
              {receiptOf(row)}
            </>
          }
        />
      )}
    />
  );
}

const What = ({ title, whatFor }: { title: string; whatFor: string | undefined }) => (
  <>
    {title}
    {whatFor !== undefined && (
      <Text size="xs" c="dimmed">
        {whatFor}
      </Text>
    )}
  </>
);

function Change({ movement: { movement_id: id, amount, currency, direction } }: { movement: WalletMovement }) {
  const isIn = direction === 'in';
  return (
    <TracedMoney
      trace={`transfer:${id}`}
      amount={isIn ? amount : -amount}
      currency={currency}
      signed
      fw={600}
      {...(isIn ? { c: 'var(--tone-done)' } : {})}
    />
  );
}
