/** `:86:` with labels, as Dutch banks write it: `IBAN: NL…  NAAM: …  OMSCHRIJVING: …  KENMERK: …`. Pure. */
import { type Information, unfolded } from './mt-text.ts';

const labels =
  /(?:^|[\s/])(IBAN|REK|BIC|NAAM|OMSCHRIJVING|KENMERK|MACHTIGING|INCASSANT|BETALINGSKENM\.|ID DEBITEUR): ?/;

/** @returns undefined unless a name has its label. */
export function readLabels(lines: readonly string[]): Information | undefined {
  // Columns are padded to their width, and a bank's program cuts the spaces off: a line is never full.
  const text = unfolded(lines, { first: Number.POSITIVE_INFINITY, others: Number.POSITIVE_INFINITY });
  const [before = '', ...rest] = text.split(labels);
  const of = (label: string): string | undefined => {
    const at = rest.findIndex((one, index) => index % 2 === 0 && one === label);
    return at === -1 ? undefined : rest[at + 1];
  };
  const name = of('NAAM');
  if (name === undefined) return undefined;
  return {
    texts: [before, of('OMSCHRIJVING'), of('KENMERK'), of('BETALINGSKENM.')],
    names: [name],
    accounts: [of('IBAN') ?? of('REK')],
  };
}
