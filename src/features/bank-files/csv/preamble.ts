/**
 * What stands before the header and after the entries: the account, its currency, balances. Pure. Two accounts are none:
 * one of them is somebody else's.
 */
import { isValidIBAN } from 'ibantools';
import { findCurrency } from '../../../base/money/currency.ts';
import { type AmountText, type DecimalMark, readAmountText, splitAmount } from './amount-text.ts';
import type { CsvRecord } from './csv-records.ts';
import { type DateOrder, readDate, splitDate } from './date-text.ts';
import { foldedSet, foldText } from './fold-text.ts';
import { balanceWord } from './known-words.ts';

export type NamedBalance = {
  lineNumber: number;
  which: 'opening' | 'closing';
  on: string | undefined;
  amount: AmountText;
};
export type Preamble = { account: string | undefined; currency: string | undefined; balances: NamedBalance[] };

const currencyNames = foldedSet(
  'currency|account currency|wahrung|kontowahrung|waehrung|munt|valuta|devise|divisa|moneda|moeda|mena|mena uctu|waluta|waluta rachunku|devizanem|valutakod|valuutta|para birimi|ccy|валюта|monn',
);
const accountNames = foldedSet(
  'account|account number|account no|account nr|iban|konto|kontonummer|kontonr|konto iban|rekening|rekeningnummer|compte|numero de compte|n compte|cuenta|numero de cuenta|conto|numero conto|rapporto|numer rachunku|rachunek|cislo uctu|ucet|szamlaszam|tili|tilinumero|hesap no|conta|account details for|girokonto|tagesgeldkonto|festgeldkonto|λογαριασμος|счет|cislo a nazev uctu|agencia conta|beneficiary account|account id|kontoinhaber konto|konto number',
);

const partLengthMax = 200;

/** The cells that hold something, with what stands before a colon as a cell of its own. */
const partsOf = ({ cells }: CsvRecord): string[] =>
  cells
    .map((cell) => cell.slice(0, partLengthMax).trim())
    .flatMap((cell) => /^([^:]{3,40}):\s*(.*)$/s.exec(cell)?.slice(1) ?? [cell])
    .filter((part) => part !== '');

export function readPreamble(
  records: readonly CsvRecord[],
  decimal: DecimalMark | undefined,
  order: DateOrder | undefined,
): Preamble {
  const ibans = new Set<string>();
  const accounts = new Set<string>();
  const currencies = new Set<string>();
  const balances: NamedBalance[] = [];
  for (const record of records) {
    const parts = partsOf(record);
    for (const [at, part] of parts.entries()) {
      for (const word of part.match(/\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]){11,30}\b/g) ?? []) {
        const iban = word.replaceAll(' ', '');
        if (isValidIBAN(iban)) ibans.add(iban);
      }
      const next = parts[at + 1];
      const name = foldText(part.replace(/\s*\(.*\)$/, ''));
      if (next !== undefined && accountNames.has(name) && /[0-9]{4}/.test(next.replaceAll(/[\s\-/.]/g, '')))
        accounts.add(accountIn(next));
      if (next !== undefined && currencyNames.has(name) && findCurrency(next) !== undefined) currencies.add(next);
    }
    // A line of its own, or a code beside an amount.
    const codes = parts.filter((part) => findCurrency(part) !== undefined);
    const inAmounts = parts.flatMap((part) => splitAmount(part)?.currency ?? []);
    for (const code of [...(codes.length === 1 ? codes : []), ...inAmounts]) currencies.add(code);
    const balance = balanceIn(record, parts, decimal, order);
    if (balance !== undefined) balances.push(balance);
  }
  const only = (found: ReadonlySet<string>) => (found.size === 1 ? [...found][0] : undefined);
  return { account: ibans.size > 0 ? only(ibans) : only(accounts), currency: only(currencies), balances };
}

/** Without spaces: of `Girokonto 123 456`, the number. */
const accountIn = (text: string): string =>
  (/[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,40}|[0-9X*][0-9X*\s\-/.]{3,40}/.exec(text)?.[0] ?? text)
    .replaceAll(/\s/g, '')
    .slice(0, 60);

export function balanceIn(
  record: CsvRecord,
  parts: readonly string[],
  decimal: DecimalMark | undefined,
  order: DateOrder | undefined,
): NamedBalance | undefined {
  const words = parts.flatMap((part) => balanceWord(part) ?? []);
  const which = words.find((word) => word !== 'total');
  if (which === undefined || decimal === undefined) return undefined;
  const amounts = parts
    .filter((part) => splitDate(part) === undefined)
    .flatMap((part) => readAmountText(part, decimal) ?? []);
  const [amount] = amounts.filter(({ decimal: text }) => text.includes('.')).concat(amounts);
  const dates = record.cells.flatMap((cell) =>
    order === undefined ? [] : (readDate(/[0-9./-]{8,10}/.exec(cell)?.[0] ?? '', order)?.day ?? []),
  );
  return amount === undefined ? undefined : { lineNumber: record.lineNumber, which, on: dates.at(-1), amount };
}
