/** Amounts of one currency by day, as bars. */
import { BarChart } from '@mantine/charts';
import { useMoney } from '../../ui/money.tsx';

const height = 220;

type Props<Name extends string> = {
  /** A day has its name, and an amount in minor units for each series. */
  days: ({ label: string } & Record<Name, number>)[];
  series: { name: Name; label: string; color: string }[];
  currency: string;
};

export function DayBars<Name extends string>({ days, series, currency }: Props<Name>) {
  const money = useMoney();
  return (
    <BarChart
      h={height}
      data={days}
      dataKey="label"
      series={series}
      valueFormatter={(value) => money(value, currency)}
      withLegend={series.length > 1}
      legendProps={{ itemSorter: null }}
      gridAxis="x"
      tickLine="none"
      withYAxis={false}
      maxBarWidth={22}
      // The table beside it is for keyboards and screen readers.
      barChartProps={{ accessibilityLayer: false, barGap: 1 }}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 24, padding: { left: 12, right: 12 } }}
    />
  );
}
