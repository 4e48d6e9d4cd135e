/** Every change of the earnings, newest first, with its reason. */
import { Text } from '@mantine/core';
import type { EarningsMovement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';
import { useMovementWords } from './movement-words.ts';

export function History() {
  const t = useStrings();
  const wordsOf = useMovementWords();
  const { api } = useBook();
  const { list } = useList({
    key: ['earnings', 'movements'],
    filters: {},
    read: (query) => api.GET('/api/v1/earnings/movements', { params: { query } }),
  });
  const columns: Column<EarningsMovement>[] = [
    { key: 'date', title: t('earnings.date'), cell: (row) => <Instant at={row.created_at} />, width: 190 },
    { key: 'what', title: t('earnings.what'), cell: wordsOf },
    { key: 'company', title: t('earnings.company'), cell: (row) => row.company, width: 200 },
    {
      key: 'amount',
      title: t('earnings.amount'),
      align: 'end',
      cell: (row) => <Change movement={row} />,
      width: 160,
    },
  ];
  return (
    <List
      label={t('earnings.view.history')}
      list={list}
      columns={columns}
      idOf={(row) => `${row.movement_id}-${row.effect}`}
      at={(row) => row.created_at}
      empty={<EmptyState icon="coins" title={t('earnings.empty.title')} text={t('earnings.empty.text')} />}
      card={(row) => (
        <CardFacts
          title={
            <Text component="span" size="sm" fw={550} style={{ whiteSpace: 'normal' }}>
              {wordsOf(row)}
            </Text>
          }
          amount={<Change movement={row} />}
          when={<Instant at={row.created_at} />}
          below={<span>{row.company}</span>}
        />
      )}
    />
  );
}

/** Signed where money moved; what only changes a debt says so. */
function Change({ movement: { movement_id: id, amount, currency, effect } }: { movement: EarningsMovement }) {
  const t = useStrings();
  if (effect === 'owed' || effect === 'forgiven') {
    return (
      <Text component="span" inherit c="dimmed">
        {t(`movement.${effect}`)} <TracedMoney trace={`transfer:${id}`} amount={amount} currency={currency} />
      </Text>
    );
  }
  const isIn = effect === 'in';
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
