/** The last days in pictures: orders by day, and where the money went. Loaded apart, because of the charts. */
import { SegmentedControl, Stack } from '@mantine/core';
import '@mantine/charts/styles.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { anyFailed } from '../../ui/failed-reads.ts';
import { Loading } from '../../ui/loading.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { busiestOf } from '../../ui/sums.ts';
import { FlowFigure } from './flow-figure.tsx';
import { VolumeFigure } from './volume-figure.tsx';

const month = 30;
const week = 7;

export function Activity() {
  const t = useStrings();
  const [days, setDays] = useState(month);
  const whole = useActivity(month);
  const period = useActivity(days);
  const [chosen, setChosen] = useState<string>();
  const failure = anyFailed([whole, period]);
  if (failure !== undefined) return <ProblemNotice {...failure} />;
  if (whole.data === undefined || period.data === undefined) {
    return <Loading heights={[320]} />;
  }
  const currencies = [...new Set([...whole.data.days, ...whole.data.flows].map(({ currency }) => currency))].sort();
  const currency =
    currencies.find((one) => one === chosen) ??
    busiestOf(whole.data.days, ({ orders }) => orders) ??
    currencies[0] ??
    '';
  const currencySwitch = currencies.length > 1 && (
    <SegmentedControl
      size="xs"
      aria-label={t('app.currency')}
      data={currencies}
      value={currency}
      onChange={setChosen}
    />
  );
  return (
    <Stack gap="lg">
      <VolumeFigure activity={whole.data} currency={currency} controls={currencySwitch} />
      <FlowFigure
        activity={period.data}
        currency={currency}
        days={days}
        controls={
          <SegmentedControl
            size="xs"
            aria-label={t('home.flow.days')}
            data={[
              { value: String(week), label: t('home.flow.7') },
              { value: String(month), label: t('home.flow.30') },
            ]}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
          />
        }
      />
    </Stack>
  );
}

function useActivity(days: number) {
  const { holderId, mode, api } = useBook();
  return useQuery({
    queryKey: ['home', holderId, mode, 'activity', days],
    queryFn: () => dataOf(api.GET('/api/v1/home/company/activity', { params: { query: { days } } })),
    placeholderData: keepPreviousData,
  });
}
