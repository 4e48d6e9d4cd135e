/** What a payout is made of, counted: "4 payments and 1 returned fee". */
import { useIntl } from 'react-intl';
import type { MoneyTrace } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';

type MadeOf = NonNullable<MoneyTrace['payout']>['made_of'];

const kinds = ['orders', 'payments', 'topUps', 'fees', 'others'] as const;
type Kind = (typeof kinds)[number];

const kindsOfCodes: Partial<Record<MadeOf[number]['code'], Kind>> = {
  settlement: 'orders',
  payment: 'payments',
  top_up: 'topUps',
  refund_fee: 'fees',
  order_fee_returned: 'fees',
  dispute_fee_returned: 'fees',
  payout_fee_returned: 'fees',
};

/** @returns an empty text where nothing is known of it. */
export function useSourceList(): (madeOf: MadeOf) => string {
  const t = useStrings();
  const intl = useIntl();
  return (madeOf) => {
    const countOf = (kind: Kind): number =>
      madeOf.reduce((sum, { code, count }) => ((kindsOfCodes[code] ?? 'others') === kind ? sum + count : sum), 0);
    return intl.formatList(
      kinds
        .map((kind) => ({ kind, count: countOf(kind) }))
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => t(`trace.from.${kind}`, { count })),
    );
  };
}
