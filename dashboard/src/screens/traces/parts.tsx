/** What a payout or a settlement is made of, in pages; each amount leads to its own chain. */
import { Text } from '@mantine/core';
import type { TracePart } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { TracedMoney } from '../../ui/traced-money.tsx';

export function Parts({ id }: { id: string }) {
  const t = useStrings();
  const { api, holder } = useBook();
  const params = (query: object) => ({ params: { path: { id }, query } });
  const { list } = useList({
    key: ['traces', 'parts', id],
    filters: {},
    read: (query) =>
      holder.kind === 'service'
        ? api.GET('/api/v1/operator/traces/{id}/parts', params(query))
        : api.GET('/api/v1/traces/{id}/parts', params(query)),
  });
  const wordsOf = ({ code, partner_order_ref: order }: TracePart): string =>
    order === null ? t(`code.${code}`) : `${t(`code.${code}`)}, ${t('trace.order', { order })}`;
  const amountOf = ({ trace, amount, currency }: TracePart) => (
    <TracedMoney trace={trace} amount={amount} currency={currency} fw={550} />
  );
  const columns: Column<TracePart>[] = [
    { key: 'date', title: t('earnings.date'), cell: (row) => <Instant at={row.created_at} />, width: 190 },
    { key: 'what', title: t('order.what'), cell: wordsOf },
    { key: 'amount', title: t('order.amount'), align: 'end', cell: amountOf, width: 160 },
  ];
  return (
    <List
      label={t(id.startsWith('payout:') ? 'trace.parts.payout' : 'trace.parts')}
      list={list}
      columns={columns}
      idOf={(row) => row.transfer_id}
      at={(row) => row.created_at}
      empty={<EmptyState icon="coins" title={t('trace.none.title')} text={t('trace.none.text')} />}
      card={(row) => (
        <CardFacts
          title={
            <Text component="span" size="sm" fw={550} style={{ whiteSpace: 'normal' }}>
              {wordsOf(row)}
            </Text>
          }
          amount={amountOf(row)}
          when={<Instant at={row.created_at} />}
        />
      )}
    />
  );
}
