/** The orders of a company in a period, and their commission. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { onDays } from '../../app/list-span.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { type Column, filters, queryOf } from './volume/volume.ts';
import { VolumePanel } from './volume/volume-panel.tsx';

export function CompanyVolume() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { filter } = useFilters(filters);
  const asked = queryOf(filter);
  const query = useQuery({
    queryKey: ['home', holderId, mode, 'company', 'volume', asked],
    queryFn: () => dataOf(api.GET('/api/v1/home/company/volume', { params: { query: asked ?? {} } })),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const rows: NonNullable<Column<string>['rows']> = (days, currency) => ({
    to: `/h/${holderId}/${mode}/orders`,
    search: { is_shadow: false, currency, ...onDays(days) },
  });
  return (
    <VolumePanel
      title={t('home.volume')}
      empty={t('home.volume.empty')}
      query={query}
      columns={[
        { name: 'orders', title: t('home.volume.orders'), rows },
        {
          name: 'amount',
          title: t('home.volume.amount'),
          isMoney: true,
          color: 'var(--mantine-primary-color-filled)',
          rows,
        },
        { name: 'commission', title: t('home.volume.commission'), isMoney: true, color: 'indigo.5', rows },
      ]}
    />
  );
}
