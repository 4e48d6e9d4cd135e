/** Figures, groups and parts of an exploration in words. */
import { useIntl } from 'react-intl';
import { readersZone } from '../../app/list-span.ts';
import { useStrings } from '../../strings/strings.tsx';
import { useAxisMoney, useMoney } from '../../ui/money.tsx';
import { useDayWords } from '../home/volume/words.ts';
import {
  type Exploration,
  type ExploreFilter,
  type Explorer,
  factsOf,
  type Grouping,
  type Plain,
  shownOf,
} from './exploration.ts';

type Part = Exploration['parts'][number];

/** `1 Mar`, `1–7 Mar`, `March 2031`, or `1 Mar, 14:00`. */
export function usePartWords(unit: Exploration['unit']): (part: Part) => string {
  const intl = useIntl();
  const days = useDayWords(unit === 'hour' ? 'day' : unit);
  return (part) =>
    unit === 'hour'
      ? intl.formatDate(part.since, {
          timeZone: readersZone(),
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
        })
      : days(part);
}

/** Seconds up to two minutes, then minutes, hours and days. */
export function useDuration(): (seconds: number) => string {
  const intl = useIntl();
  return (seconds) => {
    const [unit, length] =
      seconds < 120
        ? ['second', 1]
        : seconds < 7_200
          ? ['minute', 60]
          : seconds < 172_800
            ? ['hour', 3_600]
            : ['day', 86_400];
    return intl.formatNumber(seconds / (length as number), {
      style: 'unit',
      unit: unit as string,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    });
  };
}

/** How what the chart shows is written. */
export function useWritten(of: Explorer, filter: ExploreFilter, currency: string) {
  const intl = useIntl();
  const money = useMoney();
  const axisMoney = useAxisMoney();
  const duration = useDuration();
  const { measure } = factsOf(of, filter.metric);
  const percent = (value: number) => intl.formatNumber(value, { style: 'percent', maximumFractionDigits: 1 });
  const count = (value: number) => intl.formatNumber(value);
  const isMoney = measure === 'money' && filter.show === 'amount';
  const whole = isMoney
    ? (value: number) => money(value, currency)
    : measure === 'rate'
      ? percent
      : measure === 'seconds'
        ? duration
        : count;
  const compact = (value: number) => intl.formatNumber(value, { notation: 'compact' });
  const short = isMoney ? (value: number) => axisMoney(value, currency, 12) : measure === 'money' ? compact : whole;
  return {
    whole,
    short,
    hasDecimals: isMoney || measure === 'rate',
    of: (figures: Plain | null | undefined) => whole(shownOf(measure, filter.show, figures)),
  };
}

const reasons = ['declined', 'insufficient_funds', 'processing_error', 'not_confirmed', 'abandoned'] as const;
const methods = ['card', 'onlinewallet', 'wallet', 'bank_transfer'] as const;
const sources = ['service', 'card', 'onlinewallet', 'cod'] as const;

export function useGroupWords(of: Explorer, metric: ExploreFilter['metric'], by: Grouping) {
  const t = useStrings();
  return ({ key, name }: { key: string; name: string | null }): string => {
    if (name !== null) return name;
    if (by === 'method') {
      const isOfOrders = of === 'company' || (of === 'operator' && metric === 'orders');
      const source = sources.find((one) => one === key);
      if (isOfOrders) return source === undefined ? t('explore.unnamed') : t(`order.method.${source}`);
      const method = methods.find((one) => one === key);
      return method === undefined ? t('explore.unnamed') : t(`payments.method.${method}`);
    }
    const reason = reasons.find((one) => one === key);
    if (by === 'reason' && reason !== undefined) return t(`explore.reason.${reason}`);
    return key === '' ? t('explore.unnamed') : key;
  };
}
