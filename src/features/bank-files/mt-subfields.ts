/**
 * `:86:` in numbered subfields behind a mark, as the German banking industry defines it (DFÜ agreement, appendix 3) and
 * banks of other countries took it over: `166?00GUTSCHRIFT?20EREF+…?31DE…?32NAME`. The mark may be `?`, `<`, `>`, `~`, `^`,
 * `+` or `|`. Pure.
 */
import { isIban, squeeze } from './file-values.ts';
import type { Information } from './mt-text.ts';

const beginning = /^\s*(\d{3}|[A-Z]{3}|)(?:([?<>~^|@])|\+(?=00))(?=00|10|2\d|3[0-8])/;
const remittance = /^(2\d|6[0-5])$/;
/** A subfield of as many characters goes on in the next. */
const fullLength = 27;

/** Returns of transfers and direct debits. */
const returnCodes = new Set(['108', '109', '159']);

/**
 * What subfield 34 says of a return in SEPA, where sources agree on it: the numbers of the German banking industry. The others
 * are of direct debits, or are given to several reasons.
 */
const returnReasons = new Map([
  ['901', 'AC01'],
  ['902', 'AC04'],
  ['903', 'AC06'],
  ['904', 'AG01'],
  ['915', 'RC01'],
]);

/** What a payment in SEPA is called by in its text, and German banks' older words for it. */
const keyword = /(EREF|KREF|MREF|CRED|DEBT|OAMT|COAM|SVWZ|ABWA|ABWE|IBAN|BIC|PURP|MTLG|RTRN)(?:\+|(?<=MTLG):)/;
const labelled = /(?<=^|\s)(EREF|KREF|MREF|CRED|IBAN|BIC|ABWA|ABWE|SVWZ): ?/;

/** @returns undefined when the lines are not structured so. */
export function readSubfields(lines: readonly string[]): Information | undefined {
  // A mark or a number may be cut by the end of a line.
  const text = lines.join('');
  const [whole, type = '', mark = '+'] = beginning.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [fields, triodos] = withoutTriodos(split(text.slice(whole.length - 1), mark));
  const of = (number: string): string => squeeze(fields.find(([one]) => one === number)?.[1] ?? '');
  const said = readKeywords(joined(fields.filter(([number]) => remittance.test(number))));
  const names = joined(fields.filter(([number]) => number === '32' || number === '33'));
  const isReturned = returnCodes.has(type) || said.has('RTRN');
  const reason =
    said.get('RTRN') ??
    /\b(?:RETURN|GRUND)\W{0,2}([A-Z]{2}\d{2})\b/i.exec(said.get('SVWZ') ?? '')?.[1] ??
    (isReturned ? returnReasons.get(of('34')) : undefined);
  return {
    code: /^\d{3}$/.test(type) && type !== '000' ? type : undefined,
    endToEndId: said.get('EREF'),
    texts: [
      of('00'),
      said.get(''),
      ...['SVWZ', 'KREF', 'MREF', 'MTLG', 'ABWA', 'ABWE'].map((word) => said.get(word)),
      ...fields.filter(([number]) => /^7\d$/.test(number)).map(([, value]) => value),
    ],
    names: [names, said.get('ABWA'), said.get('ABWE')],
    accounts: [triodos, of('38'), of('31'), said.get('IBAN'), isTriodos(type, mark) ? of('10') : undefined],
    isReturned,
    reason,
    original: said.get('OAMT'),
    charges: said.get('COAM'),
  };
}

type Subfield = [number: string, text: string];

/** This bank writes its own account in 31, and the counterparty's in 10, or its BIC and IBAN in 20 and 21. */
const isTriodos = (type: string, mark: string): boolean => type === '000' && mark === '>';

function withoutTriodos(fields: Subfield[]): [Subfield[], string | undefined] {
  const at = fields.findIndex(([number]) => number === '20');
  const [, bic = ''] = fields[at] ?? [];
  const [number, iban = ''] = fields[at + 1] ?? [];
  const isAccount = /^[A-Z]{6}[A-Z0-9]{2,5}$/.test(bic.trim()) && number === '21' && isIban(iban.trim());
  return isAccount ? [fields.toSpliced(at, 2), iban.trim()] : [fields, undefined];
}

const split = (text: string, mark: string): Subfield[] =>
  text
    .split(new RegExp(`\\${mark}(?=(?:00|10|[2367]\\d|99))`))
    .slice(1)
    .map((one) => [one.slice(0, 2), one.slice(2)]);

/** Texts are cut after 27 characters; a shorter one ended there, or at a space. */
function joined(fields: readonly Subfield[]): string {
  let text = '';
  let isFull = true;
  for (const [, part] of fields) {
    text += isFull ? part : ` ${part}`;
    isFull = part.length >= fullLength;
  }
  return text;
}

/** The text behind each word; that before the first is ''. */
function readKeywords(text: string): Map<string, string> {
  const pattern = keyword.test(text) ? keyword : labelled;
  const [before = '', ...rest] = text.split(pattern);
  const said = new Map([['', squeeze(before)]]);
  for (let at = 0; at < rest.length; at += 2) {
    const [word, value = ''] = [rest[at] as string, rest[at + 1]];
    if (!said.has(word) && squeeze(value) !== '') said.set(word, squeeze(value));
  }
  return said;
}
