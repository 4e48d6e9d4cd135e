/** Days, changes and amounts of a volume in words. */
import { useIntl } from 'react-intl';
import { useStrings } from '../../../strings/strings.tsx';
import { useMoney } from '../../../ui/money.tsx';
import type { Days, Volume } from './volume.ts';

const parse = (day: string): Date => new Date(`${day}T00:00Z`);

/** `1 Mar`, `1–7 Mar` or `March 2031`. */
export function useDayWords(unit: Volume<string>['unit']): (days: Days) => string {
  const intl = useIntl();
  return ({ from, to }) => {
    if (unit === 'month' && isWholeMonth({ from, to })) {
      return intl.formatDate(parse(from), { timeZone: 'UTC', month: 'short', year: 'numeric' });
    }
    const format = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
    return from === to
      ? intl.formatDate(parse(from), format)
      : intl.formatDateTimeRange(parse(from), parse(to), format).replaceAll(' ', '\u00a0');
  };
}

function isWholeMonth({ from, to }: Days): boolean {
  const [year, month] = from.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return from.endsWith('-01') && to === last;
}

/** How a figure changed since the period before. @param percent null when there was nothing before. */
export function useChangeWords(): (figure: { now: number; before: string; percent: number | null }) => string {
  const t = useStrings();
  const intl = useIntl();
  return ({ now, before, percent }) => {
    if (percent === null) return t(now === 0 ? 'volume.same' : 'volume.new');
    if (percent === 0) return t('volume.same');
    const words = intl.formatNumber(Math.abs(percent) / 100, { style: 'percent', maximumFractionDigits: 1 });
    return t(percent > 0 ? 'volume.more' : 'volume.less', { percent: words, before });
  };
}

/** A count, or an amount with its currency. */
export function useFigure(): (value: number, currency: string, isMoney: boolean | undefined) => string {
  const intl = useIntl();
  const money = useMoney();
  return (value, currency, isMoney) => (isMoney === true ? money(value, currency) : intl.formatNumber(value));
}
