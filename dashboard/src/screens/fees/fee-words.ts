/** What a payment costs, in words: "2.75% + EUR 0.25", for "Card payments in EUR". */
import { useIntl } from 'react-intl';
import type { PaymentFeeRule } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';

const basisPointsPerWhole = 10_000;

export function useFeeWords() {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  const rateOf = (basisPoints: number) =>
    intl.formatNumber(basisPoints / basisPointsPerWhole, { style: 'percent', maximumFractionDigits: 2 });
  return {
    scope({ method, currency }: Pick<PaymentFeeRule, 'method' | 'currency'>): string {
      const payments = t(`fees.of.${method ?? 'all'}`);
      return currency === null ? payments : t('fees.of.in', { payments, currency });
    },
    /** The fee per payment, in words. */
    cost({ fee, currency }: Pick<PaymentFeeRule, 'fee' | 'currency'>): string {
      if (fee === null) return t('fees.ends');
      if (fee.fixed === 0 || currency === null)
        return fee.basis_points === 0 ? t('fees.free') : rateOf(fee.basis_points);
      const fixed = money(fee.fixed, currency);
      return fee.basis_points === 0 ? fixed : t('fees.both', { rate: rateOf(fee.basis_points), fixed });
    },
  };
}
