/** What a settlement credited, or would: one line for each currency. */
import type { Settlement } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Money } from '../../ui/money.tsx';

export function Credited({ credited }: { credited: Settlement['credited'] }) {
  const t = useStrings();
  if (credited === null || credited.length === 0) return t('app.none');
  return credited.map(({ currency, amount }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} fw={550} />
    </div>
  ));
}
