/** What a settlement credited, or only recorded: one line for each currency. */
import type { Settlement } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Money } from '../../ui/money.tsx';

export function Sums({ of }: { of: Settlement['credited'] }) {
  const t = useStrings();
  if (of === null || of.length === 0) return t('app.none');
  return of.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} fw={550} />
    </div>
  ));
}
