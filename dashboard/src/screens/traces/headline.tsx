/** In one sentence for each currency: where the money came from, and where it is. */
import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { TraceNode } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';
import { sumIn } from '../../ui/sums.ts';
import { endsOf, originsOf, usePlaceWords } from './place-words.ts';

export function Headline({ nodes }: { nodes: readonly TraceNode[] }) {
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
      <Text key={currency} component="p" m={0} c="var(--mantine-color-text)">
        {t('trace.now', {
          amount: money(amount, currency),
          origins: listed(origins.map(placeOf)),
          places: listed(places),
        })}
      </Text>
    );
  });
}
