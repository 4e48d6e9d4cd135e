/** Below the balances: what happened, what is on its way, and cash that was handed over. */
import { SegmentedControl, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useBook } from '../../app/book.ts';
import { oneOf, withUsual } from '../../app/list-filters.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { History } from './history.tsx';
import { UpcomingOrders } from './upcoming.tsx';

const views = ['history', 'upcoming', 'cash'] as const;

const OwnHandovers = lazy(async () => ({ default: (await import('../cash/own-handovers.tsx')).OwnHandovers }));

/** @param props.hasCash whether the payee holds cash of a company, or did. */
export function Views({ hasCash }: { hasCash: boolean }) {
  const t = useStrings();
  const { filter, narrow } = useFilters({ view: withUsual(oneOf(views), 'history') });
  const { view } = filter;
  const queries = useQueryClient();
  const { holderId, mode } = useBook();
  /** The sums above are read again together with the list, so that they are of one time. */
  const show = (chosen: typeof view) => {
    narrow({ view: chosen });
    void queries.invalidateQueries({ queryKey: ['earnings', holderId, mode] });
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('earnings.views')}
        fullWidth
        maw={360}
        value={view}
        data={views
          .filter((one) => hasCash || one !== 'cash' || one === view)
          .map((value) => ({ value, label: t(`earnings.view.${value}`) }))}
        onChange={show}
      />
      {view === 'history' && <History />}
      {view === 'upcoming' && <UpcomingOrders />}
      {view === 'cash' && (
        <Suspense fallback={<Loading heights={[84, 84]} />}>
          <OwnHandovers />
        </Suspense>
      )}
    </Stack>
  );
}
