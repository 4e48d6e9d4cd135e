/** The totals of a period: of one currency as figures, of several as a row each; those in which nothing moved are folded. */
import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useStrings } from '../../../strings/strings.tsx';
import { Figures } from '../../../ui/figures.tsx';
import { LeadFigures } from '../../../ui/lead-figures.tsx';
import { RowsLink } from './rows-link.tsx';
import classes from './volume.module.css';
import { type Column, type CurrencyVolume, hadAny, hasMoved, type Volume } from './volume.ts';
import { useChangeWords, useFigure } from './words.ts';

type Props<Name extends string> = {
  label: string;
  volume: Volume<Name>;
  columns: readonly Column<Name>[];
  shown: string;
  onShow: (currency: string) => void;
};

export function Totals<Name extends string>({ label, volume, columns, shown, onShow }: Props<Name>) {
  const t = useStrings();
  const [isOpen, setOpen] = useState(false);
  const moved = volume.currencies.filter((row) => hasMoved(row, columns));
  const folded = volume.currencies.length - moved.length;
  const rows = isOpen ? volume.currencies : moved;
  const [only, ...others] = rows;
  const totalOf = (row: CurrencyVolume<Name>, column: Column<Name>) => (
    <Total key={column.name} row={row} column={column} volume={volume} isCompared={hadAny(row, columns)} />
  );
  return (
    <Stack gap="xs" align="flex-start">
      <div style={{ width: '100%' }}>
        {only !== undefined && others.length === 0 ? (
          <LeadFigures
            label={label}
            figures={columns.map((column) => ({ label: column.title, value: totalOf(only, column) }))}
          />
        ) : (
          <Figures
            label={label}
            isStacked
            heads={[{ title: t('app.currency') }, ...columns.map(({ title }) => ({ title, align: 'end' as const }))]}
            rows={rows.map((row) => ({
              key: row.currency,
              cells: [
                <Radio
                  key="currency"
                  name={`shown ${label}`}
                  label={row.currency}
                  classNames={{ label: classes.currency ?? '' }}
                  checked={row.currency === shown}
                  onChange={() => onShow(row.currency)}
                />,
                ...columns.map((column) => totalOf(row, column)),
              ],
            }))}
          />
        )}
      </div>
      {folded > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('volume.folded', { count: folded })}
        </Button>
      )}
    </Stack>
  );
}

type TotalProps<Name extends string> = {
  row: CurrencyVolume<Name>;
  column: Column<Name>;
  volume: Volume<Name>;
  /** Against nothing at all no figure is compared. */
  isCompared: boolean;
};

function Total<Name extends string>({ row, column, volume, isCompared }: TotalProps<Name>) {
  const figure = useFigure();
  const changeWords = useChangeWords();
  const { name, isMoney, isPlain } = column;
  const before = figure(row.previous[name], row.currency, isMoney);
  return (
    <>
      <RowsLink column={column} days={volume} currency={row.currency} value={row[name]} />
      {isCompared && isPlain !== true && (
        <span className={classes.change}>{changeWords({ now: row[name], before, percent: row.change[name] })}</span>
      )}
    </>
  );
}
