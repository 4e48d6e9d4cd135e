/** What a payee earned in a period, beside the period before. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import '@mantine/charts/styles.css';
import { dataOf } from '../../api/client.ts';
import type { Payee } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { onDays } from '../../app/list-span.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { type Column, filters, queryOf } from '../home/volume/volume.ts';
import { VolumePanel } from '../home/volume/volume-panel.tsx';

export function PayeeVolume({ payee: { id } }: { payee: Payee }) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const { filter } = useFilters(filters);
  const asked = queryOf(filter);
  const query = useQuery({
    queryKey: ['links', holderId, mode, 'volume', id, asked],
    queryFn: () =>
      dataOf(api.GET('/api/v1/links/{id}/volume', { params: { path: { id: String(id) }, query: asked ?? {} } })),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const ordersDated =
    (dated_by: string): NonNullable<Column<string>['rows']> =>
    (days, currency) => ({
      to: `/h/${holderId}/${mode}/orders`,
      search: { payee: id, dated_by, currency, ...onDays(days) },
    });
  return (
    <VolumePanel
      title={t('payee.volume')}
      empty={t('payee.volume.empty')}
      query={query}
      columns={[
        { name: 'shares', title: t('payee.shares') },
        {
          name: 'earned',
          title: t('payee.earned'),
          isMoney: true,
          color: 'var(--mantine-primary-color-filled)',
          rows: ordersDated('settled'),
        },
        {
          name: 'taken_back',
          title: t('payee.takenBack'),
          isMoney: true,
          isPlain: true,
          color: 'indigo.5',
          rows: ordersDated('refunded'),
        },
        { name: 'net', title: t('payee.net'), isMoney: true, isPlain: true },
      ]}
    />
  );
}
