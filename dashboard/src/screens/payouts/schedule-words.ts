/** When an account is paid out by itself, in words. */
import { useIntl } from 'react-intl';
import type { PayoutSchedule } from '../../api/types.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';
import { useMoney } from '../../ui/money.tsx';

export const lastDay = 31;

export function useScheduleWords() {
  const t = useStrings();
  const intl = useIntl();
  const money = useMoney();
  return {
    /** "Every Friday" */
    interval: ({ every, day }: PayoutSchedule): string => {
      if (every === 'week') return t('auto.on.week', { day: t(`weekday.${day}` as StringId) });
      if (every !== 'month') return t(`auto.every.${every}`);
      return day === lastDay ? t('auto.on.lastDay') : t('auto.on.month', { day: String(day) });
    },
    /** "Next payout Friday, November 27, about EUR 240.00"; undefined while it is off. */
    next: ({ next_at: at, next_amount: amount, currency, time_zone: timeZone }: PayoutSchedule): string | undefined => {
      if (at === null) return undefined;
      const when = intl.formatDate(new Date(at), { weekday: 'long', day: 'numeric', month: 'long', timeZone });
      return amount === null
        ? t('auto.next.nothing', { when })
        : t('auto.next', { when, amount: money(amount, currency) });
    },
  };
}
