/** Orders recorded by day, in one currency. */
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { CompanyActivity } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { FigureTable } from '../../ui/figure-table.tsx';
import { Money, useMoney } from '../../ui/money.tsx';
import { sumIn } from '../../ui/sums.ts';
import { DayBars } from './day-bars.tsx';
import { daysBetween, useDayWords } from './days.ts';

type Props = { activity: CompanyActivity; currency: string; controls: ReactNode };

export function VolumeFigure({ activity, currency, controls }: Props) {
  const t = useStrings();
  const money = useMoney();
  const dayWords = useDayWords();
  const known = new Map(activity.days.filter((one) => one.currency === currency).map((one) => [one.day, one] as const));
  const days = daysBetween(activity.from, activity.to).map((day) => ({
    day,
    label: dayWords(day),
    orders: known.get(day)?.orders ?? 0,
    amount: known.get(day)?.amount ?? 0,
  }));
  if (known.size === 0) {
    const none = <Text c="dimmed">{t('home.volume.empty')}</Text>;
    return <FigureTable title={t('home.volume')} controls={controls} picture={none} table={none} />;
  }
  const total = sumIn(activity.days, currency, ({ amount }) => amount);
  const count = days.reduce((sum, day) => sum + day.orders, 0);
  return (
    <FigureTable
      title={t('home.volume')}
      controls={
        <>
          <Text size="sm" c="dimmed">
            {t('home.volume.total', { count, amount: money(total, currency) })}
          </Text>
          {controls}
        </>
      }
      picture={
        <DayBars
          days={days}
          series={[{ name: 'amount', label: t('home.volume.amount'), color: 'var(--mantine-primary-color-filled)' }]}
          currency={currency}
        />
      }
      table={<Numbers days={days} currency={currency} />}
    />
  );
}

type Day = { day: string; label: string; orders: number; amount: number };

function Numbers({ days, currency }: { days: readonly Day[]; currency: string }) {
  const t = useStrings();
  const intl = useIntl();
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('home.volume.day')}</Table.Th>
          <Table.Th ta="end">{t('home.volume.orders')}</Table.Th>
          <Table.Th ta="end">{t('home.volume.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...days].reverse().map(({ day, label, orders, amount }) => (
          <Table.Tr key={day}>
            <Table.Td>{label}</Table.Td>
            <Table.Td ta="end">{intl.formatNumber(orders)}</Table.Td>
            <Table.Td ta="end">
              <Money amount={amount} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
