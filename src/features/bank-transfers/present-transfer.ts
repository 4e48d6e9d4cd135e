/** The account of a bank transfer as a customer reads it, on the page and in mails. Pure. */
import type { Strings } from '../checkout/strings/index.ts';
import type { TransferAccount } from './transfer-account.ts';

/** `copied`: as a banking app takes it, where that differs from how it is read. */
type AccountRow = { label: string; text: string; copied: string };

const groupLength = 4;

/** An IBAN in groups of four, as it is printed. */
const grouped = (iban: string): string => iban.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join(' ') ?? iban;

export function accountRows(account: TransferAccount, t: Strings): AccountRow[] {
  const { accountHolder, iban, bic, bankName, other } = account;
  const row = (label: string, text: string | null, copied = text): AccountRow[] =>
    text === null || copied === null ? [] : [{ label, text, copied }];
  return [
    ...row(t.accountHolder, accountHolder),
    ...row('IBAN', iban === null ? null : grouped(iban), iban),
    ...row('BIC', bic),
    ...row(t.bank, bankName),
    ...row(t.otherDetails, other),
  ];
}
