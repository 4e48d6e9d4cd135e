/** Below the balances: what happened, and what is on its way. */
import { SegmentedControl, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { History } from './history.tsx';
import { UpcomingOrders } from './upcoming.tsx';

const views = ['history', 'upcoming'] as const;

export function Views() {
  const t = useStrings();
  const navigate = useNavigate();
  const { status } = useSearch({ strict: false });
  const view = views.find((one) => one === status) ?? 'history';
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('earnings.views')}
        fullWidth
        maw={360}
        value={view}
        data={views.map((value) => ({ value, label: t(`earnings.view.${value}`) }))}
        onChange={(status) => navigate({ to: '.', search: { status } as never, replace: true })}
      />
      {view === 'history' && <History />}
      {view === 'upcoming' && <UpcomingOrders />}
    </Stack>
  );
}
