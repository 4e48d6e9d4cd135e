/** The last days of a shop as a picture, and in numbers. Loaded apart, because of the chart. */
import { SegmentedControl, Text } from '@mantine/core';
import type { ShopActivity as Activity } from '../../api/types.ts';
import { Loading } from '../../ui/loading.tsx';
import '@mantine/charts/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { busiestOf, sumIn } from '../../ui/sums.ts';
import { DayBars } from './day-bars.tsx';
import { daysBetween, useDayWords } from './days.ts';
import { readersZone } from './merchant-home.tsx';

type Sum = Omit<Activity['days'][number], 'currency'>;

const nothing = { payments: 0, volume: 0, fees: 0, refunded: 0, net: 0 };

export function ShopActivity() {
  const t = useStrings();
  const intl = useIntl();
  const { holderId, mode, api } = useBook();
  const [chosen, setChosen] = useState<string>();
  const query = useQuery({
    queryKey: ['home', holderId, mode, 'shop', 'activity'],
    queryFn: () => dataOf(api.GET('/api/v1/home/shop/activity', { params: { query: { time_zone: readersZone() } } })),
  });
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Loading heights={[320]} />;
  const { from, to, days: read, paid, unpaid } = query.data;
  const currencies = [...new Set(read.map(({ currency }) => currency))].sort();
  const currency = currencies.find((one) => one === chosen) ?? busiestOf(read, ({ payments }) => payments) ?? '';
  const known = new Map(read.filter((one) => one.currency === currency).map((one) => [one.day, one]));
  const days = daysBetween(from, to).map((day): Sum => known.get(day) ?? { day, ...nothing });
  const rate = paid + unpaid > 0 && intl.formatNumber(paid / (paid + unpaid), { style: 'percent' });
  const controls = (
    <>
      {rate !== false && (
        <Text size="sm" c="dimmed">
          {t('shop.volume.rate', { rate })}
        </Text>
      )}
      {currencies.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('app.currency')}
          data={currencies}
          value={currency}
          onChange={setChosen}
        />
      )}
    </>
  );
  const none = <Text c="dimmed">{t('shop.volume.empty')}</Text>;
  const isEmpty = known.size === 0;
  return (
    <FigureTable
      title={t('shop.volume')}
      controls={controls}
      picture={isEmpty ? none : <Picture days={days} currency={currency} />}
      table={isEmpty ? none : <Numbers days={days} read={read} currency={currency} />}
    />
  );
}

type Props = { days: readonly Sum[]; currency: string };

function Picture({ days, currency }: Props) {
  const t = useStrings();
  const dayWords = useDayWords();
  return (
    <DayBars
      days={days.map(({ day, volume, refunded }) => ({ label: dayWords(day), volume, refunded }))}
      series={[
        { name: 'volume', label: t('shop.volume.volume'), color: 'var(--mantine-primary-color-filled)' },
        { name: 'refunded', label: t('shop.volume.refunded'), color: 'gray.5' },
      ]}
      currency={currency}
    />
  );
}

const figures = ['volume', 'fees', 'refunded', 'net'] as const;

function Numbers({ days, read, currency }: Props & { read: Activity['days'] }) {
  const t = useStrings();
  const intl = useIntl();
  const dayWords = useDayWords();
  const sum = (of: (typeof figures)[number]) => sumIn(read, currency, (day) => day[of]);
  return (
    <Figures
      label={`${t('shop.volume')}, ${currency}`}
      heads={[
        { title: t('shop.volume.day') },
        { title: t('shop.volume.payments'), align: 'end' },
        ...figures.map((figure) => ({ title: t(`shop.volume.${figure}`), align: 'end' as const })),
      ]}
      rows={[...days].reverse().map((one) => ({
        key: one.day,
        cells: [
          dayWords(one.day),
          intl.formatNumber(one.payments),
          ...figures.map((figure) => <Money key={figure} amount={one[figure]} currency={currency} />),
        ],
      }))}
      foot={[
        t('shop.volume.total'),
        intl.formatNumber(days.reduce((whole, one) => whole + one.payments, 0)),
        ...figures.map((figure) => <Money key={figure} amount={sum(figure)} currency={currency} />),
      ]}
    />
  );
}
