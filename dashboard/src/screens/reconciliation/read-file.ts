/** Reads a statement's file as text, and guesses how it is written; people correct the guess before anything is sent. */

/** `latin1`: one character of `text` for each byte, so that the service sees the very bytes. */
export type ReadFile = { name: string; text: string; encoding: 'utf-8' | 'latin1' };

export const fileBytesMax = 4 * 1_024 * 1_024;

export async function readFile(file: File): Promise<ReadFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { name: file.name, text, encoding: 'utf-8' };
  } catch {
    const parts: string[] = [];
    const partLength = 8_192;
    for (let at = 0; at < bytes.length; at += partLength) {
      parts.push(String.fromCharCode(...bytes.subarray(at, at + partLength)));
    }
    return { name: file.name, text: parts.join(''), encoding: 'latin1' };
  }
}

/** Camt, MT940, a zip and what is no statement at all are no lines of cells: the service reads them as what they are. */
export const isCsv = ({ text }: ReadFile): boolean =>
  !/^\uFEFF?\s*(<|\{1:|PK\W|%PDF)/.test(text) && !/^:(20|25|61):/m.test(text);

export const roles = ['date', 'amount', 'sign', 'credit', 'debit', 'currency', 'reference', 'id'] as const;
export type Role = (typeof roles)[number];

export type Format = {
  delimiter: string;
  /** The names in the first line. */
  header: string[];
  columns: Partial<Record<Role, string>>;
  decimal: 'point' | 'comma';
  dateFormat: string;
};

export const delimiters = [',', ';', '\t', '|'] as const;
export const dateFormats = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YY',
  'YYYYMMDD',
];

const sampleLines = 20;

export function guessFormat(text: string): Format {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, sampleLines)
    .filter((line) => line !== '');
  const [first = ''] = lines;
  const delimiter = delimiters.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] as string;
  return { delimiter, ...guessColumns(lines, delimiter) };
}

/** After another delimiter was chosen. */
export function guessColumns(lines: readonly string[], delimiter: string): Omit<Format, 'delimiter'> {
  const [header = [], ...rows] = lines.map((line) => cellsOf(line, delimiter));
  const columns: Partial<Record<Role, string>> = {};
  for (const role of roles) {
    const name = header.find((one) => words[role].test(one) && !Object.values(columns).includes(one));
    if (name !== undefined) columns[role] = name;
  }
  if (columns.amount !== undefined) {
    delete columns.credit;
    delete columns.debit;
  } else delete columns.sign;
  const samplesOf = (role: Role): string[] => {
    const at = header.indexOf(columns[role] ?? '');
    return at < 0 ? [] : rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  };
  const amounts = [...samplesOf('amount'), ...samplesOf('credit'), ...samplesOf('debit')];
  const decimal = amounts.some((amount) => /,\d{1,2}-?$/.test(amount)) ? 'comma' : 'point';
  return { header, columns, decimal, dateFormat: dateFormatOf(samplesOf('date')) };
}

export const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r?\n/, sampleLines);

/** What banks call their columns, in the languages of the payment page. */
const words: Record<Role, RegExp> = {
  date: /date|datum|buchung|fecha|data|ημερομην|tarih/i,
  amount: /amount|betrag|umsatz|montant|importe|importo|bedrag|valor|ποσ|tutar/i,
  sign: /^(af.?\/?.?bij|soll.?\/?.?haben.*|s\/h|d\/c|c\/d|d\/k|cr?\/dr?|dr\/cr|(debit|debet).{0,4}[ck]redit.*|credit.{0,4}debit.*|richting|direction|vorzeichen)$/i,
  credit: /credit|haben|crédit|abono|entrat|bij|πίστωση/i,
  debit: /debit|soll|débit|cargo|uscit|af\b|χρέωση/i,
  currency: /currency|währung|waehrung|devise|moneda|valuta|divisa|νόμισμα|para birimi|ccy/i,
  id: /transaction.?id|bank.?id|entry.?ref|fitid|volgnr/i,
  reference: /reference|text|zweck|description|details|libell|concepto|causale|omschrijving|memo|αιτιολογ|açıklama/i,
};

const datePatterns: [RegExp, string][] = [
  [/^\d{4}-\d{2}-\d{2}/, 'YYYY-MM-DD'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}/, 'DD.MM.YYYY'],
  [/^\d{1,2}\.\d{1,2}\.\d{2}$/, 'DD.MM.YY'],
  [/^\d{1,2}-\d{1,2}-\d{4}/, 'DD-MM-YYYY'],
  [/^\d{8}$/, 'YYYYMMDD'],
];

function dateFormatOf(dates: readonly string[]): string {
  const [first = ''] = dates;
  const known = datePatterns.find(([pattern]) => pattern.test(first));
  if (known !== undefined) return known[1];
  if (!first.includes('/')) return 'YYYY-MM-DD';
  // The second part of a date is no month above 12.
  return dates.some((date) => Number(date.split('/')[1]) > 12) ? 'MM/DD/YYYY' : 'DD/MM/YYYY';
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}
