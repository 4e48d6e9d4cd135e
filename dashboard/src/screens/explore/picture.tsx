/** What is explored as a picture: the chart of the homes, with amounts, counts, rates or times. */
import { useRouter } from '@tanstack/react-router';
import { useStrings } from '../../strings/strings.tsx';
import { VolumeChart } from '../home/volume/chart.tsx';
import type { CurrencyVolume, Volume } from '../home/volume/volume.ts';
import { factsOf, rowsOf, shownOf, timeOf } from './exploration.ts';
import type { Shown } from './figure-tables.tsx';
import { usePartWords, useWritten } from './words.ts';

type Name = 'shown';

export function Picture({ of, filter, explored, listAt }: Shown) {
  const t = useStrings();
  const router = useRouter();
  const { unit, parts, compared, figures } = explored;
  const currency = explored.currency ?? '';
  const partWords = usePartWords(unit);
  const written = useWritten(of, filter, currency);
  const comparison = compared === null ? null : t(`explore.compare.${filter.compare}`);
  const { measure } = factsOf(of, filter.metric);
  const value = (row: Parameters<typeof shownOf>[2]) => shownOf(measure, filter.show, row);
  const volume: Volume<Name> = {
    from: explored.from,
    to: explored.to,
    unit: unit === 'hour' ? 'day' : unit,
    previous: compared ?? explored,
    parts: parts.map((part, place) => ({ ...part, previous: compared?.parts[place] ?? part })),
    currencies: [],
  };
  const shown: CurrencyVolume<Name> = {
    currency,
    shown: 0,
    previous: { shown: 0 },
    change: { shown: null },
    parts: figures.map((row) => ({ shown: value(row), previous: { shown: value(row.compared) } })),
  };
  const open = (place: number): void => {
    const part = parts[place];
    if (part === undefined) return;
    const rows = rowsOf(
      of,
      { metric: filter.metric, by: 'none', account: filter.account },
      timeOf(unit, part),
      currency,
    );
    if (rows !== undefined) void router.navigate(listAt(rows.search));
  };
  return (
    <VolumeChart
      volume={volume}
      of={shown}
      columns={[
        { name: 'shown', title: t(`explore.metric.${filter.metric}`), color: 'var(--mantine-primary-color-filled)' },
      ]}
      onOpen={open}
      written={written}
      comparison={comparison}
      previousOf={(place) => {
        const part = compared?.parts[place];
        return part === undefined ? null : `${comparison}: ${partWords(part)}`;
      }}
      labelOf={unit === 'hour' ? (place) => partWords(parts[place] as (typeof parts)[number]) : undefined}
    />
  );
}
