/** What a company took, and where the money went. Loaded apart, because of the charts. */
import { SegmentedControl, Stack } from '@mantine/core';
import '@mantine/charts/styles.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { busiestOf } from '../../ui/sums.ts';
import { CompanyVolume } from './company-volume.tsx';
import { FlowAhead, flowDays } from './flow-ahead.tsx';
import { FlowFigure } from './flow-figure.tsx';

const week = 7;

export const Activity = () => (
  <Stack gap="lg">
    <CompanyVolume />
    <Flow />
  </Stack>
);

function Flow() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const [days, setDays] = useState(flowDays);
  const [chosen, setChosen] = useState<string>();
  const query = useQuery({
    queryKey: ['home', holderId, mode, 'activity', days],
    queryFn: () => dataOf(api.GET('/api/v1/home/company/activity', { params: { query: { days } } })),
    placeholderData: keepPreviousData,
  });
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <FlowAhead days={days} />;
  const { data: activity } = query;
  const currencies = [...new Set([...activity.days, ...activity.flows].map(({ currency }) => currency))].sort();
  const currency =
    currencies.find((one) => one === chosen) ?? busiestOf(activity.days, ({ orders }) => orders) ?? currencies[0] ?? '';
  return (
    <FlowFigure
      activity={activity}
      currency={currency}
      days={days}
      controls={
        <>
          {currencies.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t('app.currency')}
              data={currencies}
              value={currency}
              onChange={setChosen}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('home.flow.days')}
            data={[
              { value: String(week), label: t('home.flow.7') },
              { value: String(flowDays), label: t('home.flow.30') },
            ]}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
          />
        </>
      }
    />
  );
}
