/** Every change of the earnings, newest first, with its reason. */
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageOf } from '../../api/client.ts';
import type { EarningsMovement } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { Money } from '../../ui/money.tsx';
import { useMovementWords } from './movement-words.ts';

export function History() {
  const t = useStrings();
  const navigate = useNavigate();
  const wordsOf = useMovementWords();
  const { holderId, mode, api } = useBook();
  const { cursor } = useSearch({ strict: false });
  const asked = cursor === undefined ? {} : { cursor };
  const query = useQuery({
    queryKey: ['earnings-movements', holderId, mode, asked],
    queryFn: () => pageOf(api.GET('/api/v1/earnings/movements', { params: { query: asked } })),
    placeholderData: keepPreviousData,
  });
  const columns: Column<EarningsMovement>[] = [
    { key: 'date', title: t('earnings.date'), cell: (row) => <Instant at={row.created_at} />, width: 190 },
    { key: 'what', title: t('earnings.what'), cell: wordsOf },
    { key: 'company', title: t('earnings.company'), cell: (row) => row.company, width: 200 },
    {
      key: 'amount',
      title: t('earnings.amount'),
      align: 'right',
      cell: (row) => <Change movement={row} />,
      width: 160,
    },
  ];
  return (
    <List
      label={t('earnings.view.history')}
      query={query}
      columns={columns}
      idOf={(row) => `${row.movement_id}-${row.effect}`}
      onNext={(next) => navigate({ to: '.', search: ((before: object) => ({ ...before, cursor: next })) as never })}
      onFirst={cursor === undefined ? undefined : () => history.back()}
      empty={<EmptyState icon="coins" title={t('earnings.empty.title')} text={t('earnings.empty.text')} />}
      card={(row) => (
        <CardFacts
          title={
            <Text component="span" size="sm" fw={550} style={{ whiteSpace: 'normal' }}>
              {wordsOf(row)}
            </Text>
          }
          amount={<Change movement={row} />}
          below={
            <>
              <span>{row.company}</span>
              <Instant at={row.created_at} />
            </>
          }
        />
      )}
    />
  );
}

/** Signed where money moved; what only changes a debt says so. */
function Change({ movement: { amount, currency, effect } }: { movement: EarningsMovement }) {
  const t = useStrings();
  if (effect === 'owed' || effect === 'forgiven') {
    return (
      <Text component="span" inherit c="dimmed">
        {t(`movement.${effect}`)} <Money amount={amount} currency={currency} />
      </Text>
    );
  }
  const isIn = effect === 'in';
  return (
    <Money
      amount={isIn ? amount : -amount}
      currency={currency}
      signed
      fw={600}
      {...(isIn ? { c: 'var(--tone-done)' } : {})}
    />
  );
}
