/** A booking rule as a sentence. */
import type { SuggestedBookingRule } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';

type Terms = Pick<SuggestedBookingRule, 'text' | 'kind' | 'direction' | 'amount_max' | 'currency' | 'account'>;

export function useRuleWords(): (rule: Terms) => string {
  const t = useStrings();
  const format = useMoney();
  return ({ text, kind, direction, amount_max: amount, currency, account }) =>
    [
      t('recon.rules.rule', { text, kind: t(`code.${kind}`) }),
      t(`recon.rules.upTo.${direction ?? 'both'}`, { amount: format(amount, currency) }),
      ...(account === null ? [] : [t('recon.rules.ofAccount', { account })]),
    ].join(' · ');
}
