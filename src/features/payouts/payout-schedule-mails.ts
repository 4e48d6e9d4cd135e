/** Mails about automatic payouts: that their terms were changed, and that one was refused. Pure. */
import { weekdays } from '../../base/clock/schedule.ts';
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import { type PayoutSchedule, payoutTime } from './payout-schedule.ts';

const titled = ({ mode }: PayoutSchedule, subject: string): string => `${mode === 'test' ? 'Test: ' : ''}${subject}`;

const accountNames = {
  wallet: 'wallet',
  commission: 'commission',
  clearing: 'clearing',
  earnings: 'earnings',
} as const;

/** `Weekly, on Friday`. */
export function intervalInWords({ every, day }: Pick<PayoutSchedule, 'every' | 'day'>): string {
  if (every === 'never') return 'Off';
  if (every === 'day') return 'Daily';
  if (every === 'month') return day === 31 ? 'Monthly, on the last day' : `Monthly, on day ${day}`;
  const name = weekdays[(day ?? 1) - 1] as string;
  return `Weekly, on ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export function scheduleChangedMail(recipient: string, schedule: PayoutSchedule): Mail {
  const { accountKind, currency, every, timeZone, minimum, keep } = schedule;
  const account = `${currency} ${accountNames[accountKind]}`;
  const off = every === 'never';
  return writeMail({
    recipient,
    subject: titled(schedule, `Automatic payouts were ${off ? 'turned off' : 'changed'}`),
    before: [
      off
        ? `Your ${account} is no longer paid out automatically.`
        : `Automatic payouts of your ${account} were changed.`,
    ],
    facts: off
      ? []
      : [
          ['Payouts', `${intervalInWords(schedule)}, at ${payoutTime} (${timeZone})`],
          ['At least', shownMoney(minimum, currency)],
          ['Stays in the account', shownMoney(keep, currency)],
        ],
    after: ['If you did not expect this, tell the operator of this service immediately, and change your password.'],
  });
}

/** @param reason a sentence. */
export function payoutRefusedMail(recipient: string, schedule: PayoutSchedule, reason: string): Mail {
  const { accountKind, currency } = schedule;
  return writeMail({
    recipient,
    subject: titled(schedule, `Your automatic ${currency} payout was not made`),
    before: [`Your ${currency} ${accountNames[accountKind]} could not be paid out automatically.`, `Reason: ${reason}`],
    after: ['The money is still in your balance. The next payout is tried on its usual day.'],
  });
}
