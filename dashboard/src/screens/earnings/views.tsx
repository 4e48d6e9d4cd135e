/** Below the balances: what happened, and what is on its way. */
import { SegmentedControl, Stack } from '@mantine/core';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { History } from './history.tsx';
import { UpcomingOrders } from './upcoming.tsx';

const views = ['history', 'upcoming'] as const;

export function Views() {
  const t = useStrings();
  const { filter, narrow } = useFilters({ view: withUsual(oneOf(views), 'history') });
  const { view } = filter;
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('earnings.views')}
        fullWidth
        maw={360}
        value={view}
        data={views.map((value) => ({ value, label: t(`earnings.view.${value}`) }))}
        onChange={(view) => narrow({ view })}
      />
      {view === 'history' && <History />}
      {view === 'upcoming' && <UpcomingOrders />}
    </Stack>
  );
}
