/** What a shop was paid and refunded in a period. Loaded apart, because of the chart. */
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { onDays } from '../../app/list-span.ts';
import { useFilters } from '../../app/use-list.ts';
import { useStrings } from '../../strings/strings.tsx';
import { type Column, filters, queryOf } from './volume/volume.ts';
import { VolumePanel } from './volume/volume-panel.tsx';

export function ShopVolume() {
  const t = useStrings();
  const intl = useIntl();
  const { holderId, mode, api } = useBook();
  const { filter } = useFilters(filters);
  const asked = queryOf(filter);
  const query = useQuery({
    queryKey: ['home', holderId, mode, 'shop', 'volume', asked],
    queryFn: () => dataOf(api.GET('/api/v1/home/shop/volume', { params: { query: asked ?? {} } })),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  const datedBy =
    (dated_by: 'paid' | 'refunded'): NonNullable<Column<string>['rows']> =>
    (days, currency) => ({
      to: `/h/${holderId}/${mode}/payments`,
      search: { dated_by, currency, ...onDays(days) },
    });
  const [paid, refunded] = [datedBy('paid'), datedBy('refunded')];
  const { paid: succeeded = 0, unpaid = 0 } = query.data ?? {};
  const ended = succeeded + unpaid;
  const rate = intl.formatNumber(succeeded / Math.max(1, ended), { style: 'percent' });
  return (
    <VolumePanel
      title={t('payments.title')}
      empty={t('shop.volume.empty')}
      query={query}
      note={
        ended > 0 && (
          <Text size="sm" c="dimmed">
            {t('shop.volume.rate', { rate })}
          </Text>
        )
      }
      columns={[
        { name: 'payments', title: t('shop.volume.payments'), rows: paid },
        {
          name: 'volume',
          title: t('shop.volume.volume'),
          isMoney: true,
          color: 'var(--mantine-primary-color-filled)',
          rows: paid,
        },
        { name: 'refunds', title: t('payment.refunds'), rows: refunded },
        { name: 'refunded', title: t('shop.volume.refunded'), isMoney: true, color: 'orange.6', rows: refunded },
        { name: 'fees', title: t('shop.volume.fees'), isMoney: true, isPlain: true },
        { name: 'net', title: t('shop.volume.net'), isMoney: true, isPlain: true },
      ]}
    />
  );
}
