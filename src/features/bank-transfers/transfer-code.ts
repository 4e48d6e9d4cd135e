/**
 * What a banking app reads from the QR code of a bank transfer. Pure. No code rather than a wrong one: without what the standard
 * requires there is none. Sources: EPC069-12 of the European Payments Council, version 002; Swiss Implementation Guidelines for the
 * QR-bill, version 2.3.
 */
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { TransferAccount } from './transfer-account.ts';

/** `amount` in minor units. */
type WantedTransfer = { amount: bigint; currency: string; reference: string };

type TransferCode = { payload: string; kind: 'epc' | 'swiss' };

const nameLengthMax = 70;
const townLengthMax = 35;
/** Both standards end at 999,999,999.99. */
const amountMax = 99_999_999_999n;
/** The largest code that EPC069-12 allows, version 13 at level M. */
const epcBytesMax = 331;
/** Of the European Economic Area: with these IBANs, version 002 needs no BIC. */
const withoutBic = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
/** The letters that the guidelines permit. */
const swissLetters = /^[\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u20AC]+$/;
/** In the IBAN, the number of a bank's QR-IBANs, which take no creditor reference. */
const isQrIban = (iban: string): boolean => /^(?:CH|LI)\d{2}3[01]\d{3}/.test(iban);
/** The town with its post code, which the address of a QR-bill has apart. */
const postCodeAndTown = /^(?<postCode>[0-9A-Z-]{2,16}) +(?<town>.+)$/;

/** Undefined where no app would read it, or the account's details are not enough. */
export function transferCodeOf(account: TransferAccount, wanted: WantedTransfer): TransferCode | undefined {
  if (wanted.amount <= 0n || wanted.amount > amountMax) return undefined;
  const payload =
    wanted.currency === 'EUR'
      ? epcOf(account, wanted)
      : wanted.currency === 'CHF'
        ? swissOf(account, wanted)
        : undefined;
  return payload === undefined ? undefined : { payload, kind: wanted.currency === 'EUR' ? 'epc' : 'swiss' };
}

function epcOf({ accountHolder, iban, bic }: TransferAccount, { amount, currency, reference }: WantedTransfer) {
  if (iban === null || (bic === null && !withoutBic.has(iban.slice(0, 2)))) return undefined;
  const money = `${currency}${formatDecimal(amount, exponentOf(currency))}`;
  const name = accountHolder.slice(0, nameLengthMax);
  const payload = ['BCD', '002', '1', 'SCT', bic ?? '', name, iban, money, '', reference].join('\n');
  return Buffer.byteLength(payload) > epcBytesMax ? undefined : payload;
}

const nobody = ['', '', '', '', '', '', ''];

function swissOf(
  { accountHolder, iban, town: townLine, country }: TransferAccount,
  { amount, currency, reference }: WantedTransfer,
): string | undefined {
  const { postCode, town } = postCodeAndTown.exec(townLine ?? '')?.groups ?? {};
  if (iban === null || !/^(?:CH|LI)/.test(iban) || isQrIban(iban)) return undefined;
  if (postCode === undefined || town === undefined || country === null || town.length > townLengthMax) return undefined;
  if (accountHolder.length > nameLengthMax || !swissLetters.test(accountHolder) || !swissLetters.test(town))
    return undefined;
  const creditor = ['S', accountHolder, '', '', postCode, town, country];
  const money = [formatDecimal(amount, exponentOf(currency)), currency];
  return [
    ...['SPC', '0200', '1', iban],
    ...creditor,
    ...nobody,
    ...money,
    ...nobody,
    ...['SCOR', reference, '', 'EPD'],
  ].join('\n');
}
