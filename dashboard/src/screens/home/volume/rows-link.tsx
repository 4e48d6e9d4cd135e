/** A figure that leads to the rows it is about, if there are any. */
import { Link } from '@tanstack/react-router';
import type { Column, Days } from './volume.ts';
import { useFigure } from './words.ts';

type Props<Name extends string> = { column: Column<Name>; days: Days; currency: string; value: number };

export function RowsLink<Name extends string>({ column: { rows, isMoney }, days, currency, value }: Props<Name>) {
  const figure = useFigure();
  const text = figure(value, currency, isMoney);
  if (rows === undefined || value === 0) return <span className="amount">{text}</span>;
  return (
    <Link {...rows(days, currency)} className="amount">
      {text}
    </Link>
  );
}
