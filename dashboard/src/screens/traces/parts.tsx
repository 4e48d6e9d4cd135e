/** What a payout or a settlement is made of, in pages; each amount leads to its own chain. */
import { Text } from '@mantine/core';
import type { TracePart } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useList } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Instant } from '../../ui/instant.tsx';
import { CardFacts, type Column, List } from '../../ui/list.tsx';
import { useMoney } from '../../ui/money.tsx';
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
  const wordsOf = usePartWords();
  const wholeOf = useWholeWords();
  const amountOf = ({ trace, amount, currency }: TracePart) => (
    <TracedMoney trace={trace} amount={amount} currency={currency} fw={550} />
  );
  const notesOf = (row: TracePart): string[] => [row.payment?.payer_name, wholeOf(row)].filter((one) => one != null);
  const columns: Column<TracePart>[] = [
    { key: 'date', title: t('earnings.date'), cell: (row) => <Instant at={row.created_at} />, width: 190 },
    { key: 'what', title: t('order.what'), cell: (row) => <What title={wordsOf(row)} notes={notesOf(row)} /> },
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
          below={notesOf(row).map((note) => <span key={note}>{note}</span>)}
        />
      )}
    />
  );
}

const What = ({ title, notes }: { title: string; notes: readonly string[] }) => (
  <>
    {title}
    {notes.map((note) => (
      <Text key={note} size="xs" c="dimmed">
        {note}
      </Text>
    ))}
  </>
);

/** By what people know it: a payment by the shop's own reference or by what it was for, a share by its order. */
function usePartWords(): (part: TracePart) => string {
  const t = useStrings();
  return ({ code, partner_order_ref: order, payment }) => {
    const what = t(`code.${code}`);
    const name = order === null ? (payment?.custom ?? payment?.description ?? null) : t('trace.order', { order });
    if (name === null) return what;
    return code === 'settlement' || code === 'payment' ? name : `${what}, ${name}`;
  };
}

/** Where only a part of it is in the payout: what became of the rest. */
function useWholeWords(): (part: TracePart) => string | undefined {
  const t = useStrings();
  const money = useMoney();
  return ({ currency, whole_amount: whole, used_before: before, left_after: after }) => {
    const amounts = {
      whole: money(whole, currency),
      before: money(before, currency),
      after: money(after, currency),
    };
    if (before > 0) return t(after > 0 ? 'trace.part.both' : 'trace.part.before', amounts);
    return after > 0 ? t('trace.part.after', amounts) : undefined;
  };
}
