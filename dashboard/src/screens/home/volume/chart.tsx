/** Amounts of one currency over time, as bars, with the period before as a quiet line. Its table is for keyboards. */
import { ChartTooltip, CompositeChart } from '@mantine/charts';
import { useStrings } from '../../../strings/strings.tsx';
import { decimalsOf } from '../../../ui/currency-decimals.ts';
import { useIsPhone } from '../../../ui/is-phone.ts';
import { useAxisMoney, useMoney } from '../../../ui/money.tsx';
import classes from './volume.module.css';
import type { Column, CurrencyVolume, Days, Volume } from './volume.ts';
import { useDayWords } from './words.ts';

const height = 260;
/** An amount on the axis with more signs than this is shortened. */
const axisSigns = { desk: 16, phone: 10 };
const pixelsPerSign = 7;
/** An axis that reaches this far has whole amounts only. */
const wholeFrom = 10;

type Props<Name extends string> = {
  volume: Volume<Name>;
  of: CurrencyVolume<Name>;
  columns: readonly Column<Name>[];
  /** Opens the rows of a part, by its place. */
  onOpen: (place: number) => void;
  /** How figures are written that are no amounts. */
  written?: { whole: (value: number) => string; short: (value: number) => string; hasDecimals: boolean } | undefined;
  /** What the line is; null for none. */
  comparison?: string | null;
  /** Names a part that is no days. */
  labelOf?: ((place: number) => string) | undefined;
  /** Names what a part is compared with; null where that period has nothing in its place. */
  previousOf?: (place: number) => string | null;
};

export function VolumeChart<Name extends string>(props: Props<Name>) {
  const { volume, of, columns, onOpen, written, labelOf } = props;
  const t = useStrings();
  const money = useMoney();
  const dayWords = useDayWords(volume.unit);
  const { currency } = of;
  const bars = columns.filter(({ color }) => color !== undefined);
  const { comparison: asked = t('volume.previous') } = props;
  // A line of zeros says nothing, and neither does its name in the legend.
  const comparison = hadParts(of, bars) ? asked : null;
  const series = seriesOf(bars, comparison);
  const write = written?.whole ?? ((value: number) => money(value, currency));
  const label = labelOf ?? ((place: number) => dayWords(volume.parts[place] as Days));
  const previous = usePreviousWords({ ...props, comparison }, dayWords);
  const data = dataOf(props, label, previous);
  const largest = Math.max(0, ...data.flatMap(({ label: _label, ...amounts }) => Object.values<number>(amounts)));
  const yAxis = useAmountAxis(largest, currency, write, written);
  return (
    <CompositeChart
      h={height}
      className={classes.chart ?? ''}
      data={data}
      dataKey="label"
      series={series}
      valueFormatter={write}
      // A single one is named by the title.
      withLegend={series.length > 1}
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
      xAxisProps={{
        interval: 'equidistantPreserveEnd',
        minTickGap: 24,
        // The last part is always named: its name has its room beside the bar.
        padding: { left: 12, right: Math.max(12, ((data.at(-1)?.label.length ?? 0) * pixelsPerSign) / 2) },
      }}
      yAxisProps={yAxis}
      tooltipProps={{
        content: ({ label, payload }) => {
          // The chart also asks for it before any part is pointed at.
          const place = data.findIndex((one) => one.label === label);
          return (
            <ChartTooltip
              label={label}
              payload={(payload ?? []).map((one) => ({ ...one }))}
              series={namesOf(bars, place < 0 ? null : previous(place))}
              valueFormatter={write}
            />
          );
        },
      }}
    />
  );
}

/** As wide as its longest figure. It ends above the largest amount. */
function useAmountAxis(
  largest: number,
  currency: string,
  write: (value: number) => string,
  written: Props<string>['written'],
) {
  const axisMoney = useAxisMoney();
  const signsMax = axisSigns[useIsPhone() ? 'phone' : 'desk'];
  const tick = written?.short ?? ((value: number) => axisMoney(value, currency, signsMax));
  const hasDecimals = (written?.hasDecimals ?? decimalsOf(currency) > 0) && largest < wholeFrom;
  const signs = Math.min(signsMax, hasDecimals ? write(largest * 2).length : tick(Math.ceil(largest * 2)).length);
  return {
    width: Math.round(signs * pixelsPerSign) + 10,
    tickFormatter: tick,
    allowDecimals: hasDecimals,
    tickCount: 5,
  };
}

const hadParts = <Name extends string>(of: CurrencyVolume<Name>, [main]: readonly Column<Name>[]): boolean =>
  main !== undefined && of.parts.some(({ previous }) => previous[main.name] !== 0);

/** Names what a part is compared with; null where nothing is. The tooltip asks before it points at any part. */
function usePreviousWords<Name extends string>(
  { volume, comparison, previousOf }: Props<Name>,
  words: (days: Days) => string,
) {
  const t = useStrings();
  return (place: number): string | null => {
    const part = volume.parts[place];
    if (comparison === null || part === undefined) return null;
    return previousOf === undefined ? t('volume.previous.of', { days: words(part.previous) }) : previousOf(place);
  };
}

/** What is drawn of each part. */
function dataOf<Name extends string>(
  { volume, of, columns }: Props<Name>,
  labelOf: (place: number) => string,
  previousOf: (place: number) => string | null,
) {
  const bars = columns.filter(({ color }) => color !== undefined);
  const [main] = bars;
  return volume.parts.map((_, place) => {
    const figures = of.parts[place];
    return {
      label: labelOf(place),
      ...Object.fromEntries(bars.map(({ name }) => [name, figures?.[name] ?? 0])),
      ...(previousOf(place) !== null ? { previous: (main && figures?.previous[main.name]) ?? 0 } : {}),
    };
  });
}

const seriesOf = <Name extends string>(bars: readonly Column<Name>[], comparison: string | null) => [
  ...bars.map(({ name, title, color = '' }) => ({ name, label: title, color, type: 'bar' as const })),
  ...(comparison === null
    ? []
    : [{ name: 'previous', label: comparison, color: 'gray.5', type: 'line' as const, strokeDasharray: '4 4' }]),
];

/** The words of the tooltip. */
const namesOf = <Name extends string>(bars: readonly Column<Name>[], previous: string | null) => [
  ...bars.map(({ name, title }) => ({ name: String(name), label: title, color: '' })),
  ...(previous === null ? [] : [{ name: 'previous', label: previous, color: '' }]),
];
