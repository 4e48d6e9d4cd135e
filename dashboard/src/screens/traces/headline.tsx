/** In a sentence: what became of the money, in the words of who reads it. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MoneyTrace, TraceNode } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { sumIn } from '../../ui/sums.ts';
import { endsOf, originsOf, usePlaceWords } from './place-words.ts';
import { useSourceList } from './source-list.ts';

export function Headline({ trace }: { trace: MoneyTrace }) {
  const { holder } = useBook();
  if (trace.payout !== null) return <OfPayout trace={trace} payout={trace.payout} />;
  if (holder.kind === 'customer' && trace.trace.startsWith('payment:')) return <OfPayer trace={trace} />;
  return <OfPlaces nodes={trace.nodes} />;
}

const Sentence = ({ children }: { children: ReactNode }) => (
  <Text component="p" m={0} c="var(--mantine-color-text)">
    {children}
  </Text>
);

function OfPayout({ trace, payout }: { trace: MoneyTrace; payout: NonNullable<MoneyTrace['payout']> }) {
  const t = useStrings();
  const money = useMoney();
  const sources = useSourceList()(payout.made_of);
  const edge = trace.edges.find(({ code }) => code === 'payout');
  if (edge === undefined) return null;
  const amount = money(edge.amount, edge.currency);
  const what = sources === '' ? amount : t('trace.payout.from', { amount, sources });
  return <Sentence>{t(`trace.payout.${payout.status}`, { what })}</Sentence>;
}

/** What a customer paid from their wallet, and what they got back of it. */
function OfPayer({ trace: { edges, nodes } }: { trace: MoneyTrace }) {
  const t = useStrings();
  const money = useMoney();
  const paid = edges.find(({ code }) => code === 'payment');
  const name = nodes.find(({ key }) => key === paid?.to)?.name ?? null;
  if (paid === undefined || name === null || edges.some(({ code }) => code !== 'payment' && code !== 'refund')) {
    return <OfPlaces nodes={nodes} />;
  }
  const { currency } = paid;
  const amountOf = (kind: string): number =>
    sumIn(
      edges.filter(({ code }) => code === kind),
      currency,
      ({ amount }) => amount,
    );
  const back = amountOf('refund');
  return (
    <Sentence>
      {t('trace.paid', { name, amount: money(amountOf('payment'), currency) })}
      {back > 0 && ` ${t('trace.paid.back', { amount: money(back, currency) })}`}
    </Sentence>
  );
}

/** A sentence for each currency: where the money came from, and where it is. */
function OfPlaces({ nodes }: { nodes: readonly TraceNode[] }) {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const placeOf = usePlaceWords();
  const listed = (texts: readonly string[]) => intl.formatList([...new Set(texts)]);
  const currencies = [...new Set(nodes.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = nodes.filter((node) => node.currency === currency);
    const origins = originsOf(own);
    const amount = sumIn(origins, currency, ({ held }) => -held);
    const places = endsOf(own).map((node) =>
      t('trace.place', { place: placeOf(node), amount: money(node.held, currency) }),
    );
    return (
      <Sentence key={currency}>
        {t('trace.now', {
          amount: money(amount, currency),
          origins: listed(origins.map(placeOf)),
          places: listed(places),
        })}
      </Sentence>
    );
  });
}
