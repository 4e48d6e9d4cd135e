/** Below the balances: what happened, what is on its way, and the companies it comes from. */
import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { Companies } from './companies.tsx';
import { History } from './history.tsx';
import type { EarningsSummary } from './types.ts';
import { UpcomingOrders } from './upcoming.tsx';

const views = ['history', 'upcoming', 'companies'] as const;

export function Views({ summary }: { summary: EarningsSummary }) {
  const t = useStrings();
  const navigate = useNavigate();
  const { status } = useSearch({ strict: false });
  const view = views.find((one) => one === status) ?? 'history';
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('earnings.views')}
        fullWidth
        maw={480}
        value={view}
        data={views.map((value) => ({ value, label: t(`earnings.view.${value}`) }))}
        onChange={(status) => navigate({ to: '.', search: { status } as never, replace: true })}
      />
      {view === 'history' && <History />}
      {view === 'upcoming' && <UpcomingOrders />}
      {view === 'companies' && <Companies companies={summary.companies} />}
    </Stack>
  );
}
