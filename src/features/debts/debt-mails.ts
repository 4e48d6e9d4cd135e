/** What the mails about settled debts say. Pure. */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import type { DebtSettlement } from './debt-settlement.ts';

/** @param creditor the company that a payee owed; null for a debt to the service. @param left minor units. */
export function settledMail(
  recipient: string,
  { kind, amount, currency, reason }: DebtSettlement,
  creditor: string | null,
  left: bigint,
): Mail {
  const shown = shownMoney(amount, currency);
  const owner = creditor === null ? 'your debt to this service' : `your debt to ${creditor}`;
  const words =
    kind === 'repaid'
      ? { subject: `Your ${shown} repayment was recorded`, text: `${shown} of ${owner} was recorded as repaid.` }
      : { subject: `${shown} of your debt was written off`, text: `${shown} of ${owner} was written off.` };
  return writeMail({
    recipient,
    subject: words.subject,
    before: [
      words.text,
      left === 0n ? 'You owe nothing more in this currency.' : `${shownMoney(left, currency)} is still owed.`,
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
    subject: `Approve a ${shownMoney(amount, currency)} write-off?`,
    before: [
      `Someone requested to write off ${shownMoney(amount, currency)} that ${debtor} owes. A second person has to approve it in the dashboard.`,
    ],
    facts: [
      ['Owed by', debtor],
      ['Reason', reason],
    ],
  });
