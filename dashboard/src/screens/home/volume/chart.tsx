/** Amounts of one currency over time, as bars, with the period before as a quiet line. Its table is for keyboards. */
import { ChartTooltip, CompositeChart } from '@mantine/charts';
import { useStrings } from '../../../strings/strings.tsx';
import { decimalsOf } from '../../../ui/currency-decimals.ts';
import { useIsPhone } from '../../../ui/is-phone.ts';
import { useMoney, useShortMoney } from '../../../ui/money.tsx';
import classes from './volume.module.css';
import type { Column, CurrencyVolume, Volume } from './volume.ts';
import { useDayWords } from './words.ts';

const height = 260;
/** An amount on the axis with more signs than this is shortened. */
const axisSigns = { desk: 16, phone: 10 };
const pixelsPerSign = 7;

type Props<Name extends string> = {
  volume: Volume<Name>;
  of: CurrencyVolume<Name>;
  columns: readonly Column<Name>[];
  /** Opens the rows of a part, by its place. */
  onOpen: (place: number) => void;
};

export function VolumeChart<Name extends string>({ volume, of, columns, onOpen }: Props<Name>) {
  const t = useStrings();
  const money = useMoney();
  const short = useShortMoney();
  const isPhone = useIsPhone();
  const dayWords = useDayWords(volume.unit);
  const { currency } = of;
  const bars = columns.filter(({ color }) => color !== undefined);
  const [main] = bars;
  const signsMax = axisSigns[isPhone ? 'phone' : 'desk'];
  const data = volume.parts.map((part, place) => {
    const figures = of.parts[place];
    return {
      label: dayWords(part),
      ...Object.fromEntries(bars.map(({ name }) => [name, figures?.[name] ?? 0])),
      previous: (main && figures?.previous[main.name]) ?? 0,
    };
  });
  const largest = Math.max(0, ...data.flatMap(({ label: _label, ...amounts }) => Object.values<number>(amounts)));
  // The axis ends above the largest amount.
  const signs = Math.min(signsMax, money(largest * 2, currency).length);
  const tooltipSeries = useTooltipSeries(volume, bars);
  return (
    <CompositeChart
      h={height}
      className={classes.chart ?? ''}
      data={data}
      dataKey="label"
      series={[
        ...bars.map(({ name, title, color = '' }) => ({ name, label: title, color, type: 'bar' as const })),
        { name: 'previous', label: t('volume.previous'), color: 'gray.5', type: 'line', strokeDasharray: '4 4' },
      ]}
      valueFormatter={(value) => money(value, currency)}
      withLegend
      legendProps={{ itemSorter: null, verticalAlign: 'top' }}
      gridAxis="x"
      tickLine="none"
      withDots={false}
      strokeWidth={1.5}
      curveType="linear"
      maxBarWidth={22}
      lineProps={{ isAnimationActive: false }}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      composedChartProps={{
        accessibilityLayer: false,
        barGap: 1,
        onClick: ({ activeTooltipIndex: place }) => {
          if (place !== undefined && place !== null) onOpen(Number(place));
        },
      }}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 24, padding: { left: 12, right: 12 } }}
      yAxisProps={{
        width: Math.round(signs * pixelsPerSign) + 10,
        tickFormatter: (value: number) => short(value, currency, signsMax),
        allowDecimals: decimalsOf(currency) > 0,
        tickCount: 5,
      }}
      tooltipProps={{
        content: ({ label, payload }) => (
          <ChartTooltip
            label={label}
            payload={(payload ?? []).map((one) => ({ ...one }))}
            series={tooltipSeries(volume.parts[data.findIndex((one) => one.label === label)])}
            valueFormatter={(value) => money(value, currency)}
          />
        ),
      }}
    />
  );
}

/** Names the days of the period before that a part is compared with. */
function useTooltipSeries<Name extends string>({ unit }: Volume<Name>, bars: readonly Column<Name>[]) {
  const t = useStrings();
  const dayWords = useDayWords(unit);
  return (part: Volume<Name>['parts'][number] | undefined) => {
    const days = part === undefined ? '' : dayWords(part.previous);
    const named = bars.map(({ name, title }) => ({ name: String(name), label: title, color: '' }));
    return [...named, { name: 'previous', label: t('volume.previous.of', { days }), color: '' }];
  };
}
