/** What the chart shows, as a table: every part of the period with its rows. */
import { useStrings } from '../../../strings/strings.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { RowsLink } from './rows-link.tsx';
import type { Column, CurrencyVolume, Volume } from './volume.ts';
import { useDayWords, useFigure } from './words.ts';

type Props<Name extends string> = {
  label: string;
  volume: Volume<Name>;
  of: CurrencyVolume<Name>;
  columns: readonly Column<Name>[];
};

export function Numbers<Name extends string>({ label, volume, of, columns }: Props<Name>) {
  const t = useStrings();
  const figure = useFigure();
  const dayWords = useDayWords(volume.unit);
  const main = columns.find(({ color }) => color !== undefined);
  const rows = volume.parts.map((part, place) => {
    const figures = of.parts[place];
    return {
      key: part.from,
      cells: [
        dayWords(part),
        ...columns.map((column) => (
          <RowsLink
            key={column.name}
            column={column}
            days={part}
            currency={of.currency}
            value={figures?.[column.name] ?? 0}
          />
        )),
        figure((main && figures?.previous[main.name]) ?? 0, of.currency, true),
      ],
    };
  });
  return (
    <Figures
      label={label}
      heads={[
        { title: t('volume.dates') },
        ...columns.map(({ title }) => ({ title, align: 'end' as const })),
        { title: t('volume.previous'), align: 'end' },
      ]}
      rows={rows.reverse()}
    />
  );
}
