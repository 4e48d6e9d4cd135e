/** Field `:61:` of MT940 and MT942, one movement, and the balances of `:60F:` and `:62F:`. Pure. */
import { daysIn, type Read, readDay, readMoney, readReference, shown } from './file-values.ts';

export type Movement = {
  bookedOn: string;
  valueOn: string;
  /** As the account has it: `RC`, the reversal of a credit, is below 0. */
  amount: bigint;
  isExpected: boolean;
  reverses: boolean;
  /** `NTRF`; undefined where the bank leaves it out. */
  code: string | undefined;
  /** What the account's owner or the sender knows it by. */
  reference: string | undefined;
  bankReference: string | undefined;
  /** The lines after the first. */
  supplement: string[];
};

const pattern =
  /^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})|\s{4})?\s*(R[CD]|E[CD]|[CDcd])([A-Z]?)(\d[\d,.]*|[,.]\d+)\s?(.*)$/;
/** They say that the reference is in `:86:`. */
const pointers = new Set(['EREF', 'PREF', 'MARF', 'CREF', 'RREF', 'KREF', 'MREF']);
const withoutCode = /^(?:NONREF|REF)?(?=\/\/|$)/;

/** @param currency of the account: an entry has none of its own. */
export function readMovement([first = '', ...rest]: readonly string[], currency: string): Read<Movement> {
  const [, yy, month, day, entryMonth, entryDay, mark = '', , amountText = '', details = ''] =
    pattern.exec(first.trimEnd()) ?? [];
  if (yy === undefined) return { ok: false, problem: `can't be read: ${shown(`:61:${first}`)}` };
  const value = readValueDay(yearOf(yy), Number(month), Number(day));
  if (!value.ok) return value;
  const booked = entryMonth === undefined ? value : nearestDay(value.value, Number(entryMonth), Number(entryDay));
  if (!booked.ok) return booked;
  const amount = readMoney(amountText, amountText.includes(',') ? ',' : '.', currency);
  if (!amount.ok) return amount;
  const isOut = ['D', 'd', 'RC', 'ED'].includes(mark);
  return {
    ok: true,
    value: {
      bookedOn: booked.value,
      valueOn: value.value,
      amount: isOut ? -amount.value : amount.value,
      isExpected: mark.startsWith('E'),
      reverses: mark.startsWith('R'),
      ...readDetails(details, rest),
    },
  };
}

function readDetails(
  details: string,
  rest: readonly string[],
): Pick<Movement, 'code' | 'reference' | 'bankReference' | 'supplement'> {
  // The bank's reference may begin on the next line.
  const [next = ''] = rest;
  const isContinued = next.startsWith('//') && !details.includes('//');
  const all = isContinued ? details + next : details;
  const supplement = (isContinued ? rest.slice(1) : rest).map((line) => line.trim()).filter((line) => line !== '');
  const code = withoutCode.test(all) ? '' : all.slice(0, 4);
  const [own = '', ...bank] = all.slice(code.length).split('//');
  // The reference has at most 16 characters. What follows their padding is the counterparty's name.
  const padded = /^(.{1,15}?)\s{2,}(\S.*)$/.exec(own);
  const reference = readReference((padded?.[1] ?? own).replace(/\+$/, ''));
  return {
    code: code.trim() === '' ? undefined : code.trim(),
    reference: reference === undefined || pointers.has(reference.toUpperCase()) ? undefined : reference,
    bankReference: readReference(bank.join('//')),
    supplement: padded?.[2] === undefined ? supplement : [padded[2].trim(), ...supplement],
  };
}

const yearOf = (yy: string): number => (Number(yy) >= 90 ? 1900 : 2000) + Number(yy);

/** German banks value by months of 30 days, and write 30 February. */
function readValueDay(year: number, month: number, day: number): Read<string> {
  const last = month === 2 ? daysIn(year, 2) : day;
  return readDay(year, month, month === 2 && day > last && day <= 30 ? last : day);
}

/** The booking date has no year: it is the one next to the value date. */
function nearestDay(value: string, month: number, day: number): Read<string> {
  const year = Number(value.slice(0, 4));
  const candidates = [year, year - 1, year + 1].map((one) => readDay(one, month, day));
  const distance = (one: string): number => Math.abs(Date.parse(one) - Date.parse(value));
  const real = candidates.flatMap((one) => (one.ok ? [one] : []));
  real.sort((a, b) => distance(a.value) - distance(b.value));
  return real[0] ?? (candidates[0] as Read<string>);
}

type MtBalance = { on: string; currency: string; amount: bigint };

/** `C260101EUR100,00`. */
export function readMtBalance(text: string): Read<MtBalance> {
  const [, mark, yy = '', month, day, currency = '', amountText = ''] =
    /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})(\d*[,.]?\d*)$/.exec(text.replaceAll(/\s/g, '')) ?? [];
  if (mark === undefined) return { ok: false, problem: `can't be read: ${shown(text)}` };
  const on = readDay(yearOf(yy), Number(month), Number(day));
  if (!on.ok) return on;
  const amount = readMoney(amountText, amountText.includes(',') ? ',' : '.', currency);
  if (!amount.ok) return amount;
  return { ok: true, value: { on: on.value, currency, amount: mark === 'D' ? -amount.value : amount.value } };
}
