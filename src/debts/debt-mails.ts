/** What the mails about settled debts say. Pure. */
import { type Mail, writeMail } from '../mail/mail.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { DebtSettlement } from './debt-settlement.ts';

const money = (minor: bigint, currency: string): string => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;

/** @param creditor the company that a payee owed; null for a debt to the service. @param left minor units. */
export function settledMail(
  recipient: string,
  { kind, amount, currency, reason }: DebtSettlement,
  creditor: string | null,
  left: bigint,
): Mail {
  const shown = money(amount, currency);
  const owner = creditor === null ? 'your debt to this service' : `your debt to ${creditor}`;
  const words =
    kind === 'repaid'
      ? { subject: `Your repayment of ${shown} was recorded`, text: `${shown} of ${owner} was recorded as repaid.` }
      : { subject: `${shown} of your debt was written off`, text: `${shown} of ${owner} was written off.` };
  return writeMail({
    recipient,
    subject: words.subject,
    before: [
      words.text,
      left === 0n ? 'Nothing is owed any more in this currency.' : `${money(left, currency)} is still owed.`,
    ],
    facts: [['Reason', reason]],
  });
}

export const writeOffRequestedMail = (
  recipient: string,
  { amount, currency, reason }: DebtSettlement,
  debtor: string,
): Mail =>
  writeMail({
    recipient,
    subject: `Approve a write-off of ${money(amount, currency)}?`,
    before: [
      `Someone asked to write off ${money(amount, currency)} that ${debtor} owes. A second person has to approve it in the dashboard.`,
    ],
    facts: [
      ['Owed by', debtor],
      ['Reason', reason],
    ],
  });
