/**
 * `:86:` in code words between slashes, as banks of the Netherlands and Belgium write it:
 * `/TRTP/SEPA OVERBOEKING/IBAN/NL…/BIC/…/NAME/…/REMI/…/EREF/…`. Pure.
 */
import { isIban, squeeze } from './file-values.ts';
import { type Information, unfolded } from './mt-text.ts';

const words =
  'ACCW|ADDR|BBAN|BENM|BIC|CDTRREF|CDTRREFTP|CHGS|CNTP|CREF|CSID|EREF|EXCH|IBAN|IREF|ISDT|KREF|MARF|NAME|OCMT|ORDP|PREF|PURP|REMI|RTRN|RTYP|SVCL|TRCD|TRTP|ULTB|ULTC|ULTD';
const isStructured = new RegExp(`^\\s*/(?:${words})/`);
const marks = new RegExp(`/(${words})/`);

/** @returns undefined when the lines are not structured so. */
export function readSlashes(lines: readonly string[], isOut: boolean): Information | undefined {
  // Lines that begin with a code word stand for themselves, however long the line before is.
  const text = unfolded(
    lines.filter((line) => line.trim() !== ''),
    { first: 61, others: 64 },
  ).replaceAll(/ (?=\/)/g, '');
  if (!isStructured.test(text)) return undefined;
  const [, ...rest] = text.split(marks);
  const said = new Map<string, string[]>();
  for (let at = 0; at < rest.length; at += 2) {
    const word = rest[at] as string;
    said.set(word, [...(said.get(word) ?? []), squeeze((rest[at + 1] ?? '').replace(/^\/+|\/+$/g, ''))]);
  }
  const of = (word: string): string | undefined => said.get(word)?.find((value) => value !== '');
  const [account = '', , name = ''] = (rest[rest.indexOf('CNTP') + 1] ?? '').split('/');
  const counterparty = said.has('CNTP') ? { account, name: squeeze(name) } : undefined;
  const party = partyOf(of(isOut ? 'BENM' : 'ORDP') ?? of(isOut ? 'ORDP' : 'BENM'));
  return {
    code: of('TRCD'),
    endToEndId: of('EREF'),
    texts: [
      of('TRTP'),
      ...(said.get('REMI') ?? []).map(remittanceOf),
      of('CDTRREF'),
      of('PREF'),
      of('KREF'),
      party.text,
      // A bank may go on with free text behind an amount.
      ...['OCMT', 'CHGS', 'EXCH'].flatMap((word) => of(word)?.split('/').slice(1).join(' ') ?? []),
    ],
    names: [of('NAME'), counterparty?.name, party.name, ...['ULTD', 'ULTC', 'ULTB'].map((word) => nameOf(of(word)))],
    accounts: [of('IBAN'), counterparty?.account, of('BBAN'), party.account],
    isReturned: said.has('RTRN'),
    reason: /^[A-Z]{2}\d{2}/.exec(of('RTRN') ?? '')?.[0],
    original: of('OCMT')?.split('/')[0],
    charges: of('CHGS')?.split('/')[0],
  };
}

/** `USTD//Invoice 42`, `STRD/CUR/1234567890123456`. */
function remittanceOf(value: string): string {
  if (value.startsWith('USTD/')) return value.replace(/^USTD\/+/, '');
  return value.startsWith('STRD/') ? (value.split('/').at(-1) as string) : value;
}

const nameOf = (value: string | undefined): string | undefined => value?.replace(/^(?:NAME)?\/+/, '').split('/')[0];

/** `300000000000133/KOMERC BANK/Monthly fee`, or a name alone. */
function partyOf(value: string | undefined): { account?: string; name?: string; text?: string } {
  if (value === undefined || /^ID\//.test(value)) return {};
  const [first = '', second, ...more] = value.split('/').map((one) => one.trim());
  if (!/^\d{6,}$/.test(first) && !isIban(first)) return { name: first };
  return { account: first, ...(second === undefined ? {} : { name: second }), text: more.join(' ') };
}
