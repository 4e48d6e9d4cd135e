/** What the mails about settled debts say. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { MailString } from '../../core/mail/strings/en.ts';
import type { Words } from '../../core/mail/words.ts';
import type { DebtSettlement } from './debt-settlement.ts';

type Ids = Record<'subject' | 'text' | 'service', MailString>;

const ids: Record<DebtSettlement['kind'], Ids> = {
  repaid: { subject: 'debt.repaid.subject', text: 'debt.repaid.text', service: 'debt.repaid.service' },
  written_off: {
    subject: 'debt.writtenOff.subject',
    text: 'debt.writtenOff.text',
    service: 'debt.writtenOff.service',
  },
};

/** @param creditor the company that a payee owed; null for a debt to the service. @param left minor units. */
export function settledMail(
  words: Words,
  { kind, amount: settled, currency, reason }: DebtSettlement,
  creditor: string | null,
  left: bigint,
): Mail {
  const { t } = words;
  const amount = words.money(settled, currency);
  const { subject, text, service } = ids[kind];
  return writeMail(words, {
    subject: t(subject, { amount }),
    before: [
      creditor === null ? t(service, { amount }) : t(text, { amount, creditor }),
      left === 0n ? t('debt.nothingLeft') : t('debt.left', { left: words.money(left, currency) }),
    ],
    facts: [[t('mail.reason'), reason]],
  });
}

/** To the company or the operator, in English. */
export function writeOffRequestedMail(
  words: Words,
  { amount, currency, reason }: DebtSettlement,
  debtor: string,
): Mail {
  const shown = words.money(amount, currency);
  return writeMail(words, {
    subject: `Approve a ${shown} write-off?`,
    before: [
      `Someone requested to write off ${shown} that ${debtor} owes. A second person has to approve it in the dashboard.`,
    ],
    facts: [
      ['Owed by', debtor],
      ['Reason', reason],
    ],
  });
}
