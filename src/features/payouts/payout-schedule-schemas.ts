/** Automatic payouts in answers. */
import { type Static, Type } from 'typebox';
import { weekdays } from '../../base/clock/schedule.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import {
  Amount,
  Currency,
  Instant,
  NullableInstant,
  NullableRef,
  NullableText,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { attemptOutcomes, payoutIntervals, payoutTime } from './payout-schedule.ts';
import type { PlannedSchedule } from './planned-schedules.ts';

export const PayoutScheduleAnswer = Type.Object(
  {
    schedule_id: PublicId('ps'),
    account: Type.Enum(['wallet', 'commission', 'clearing', 'earnings']),
    beneficiary_ref: NullableRef,
    company: { ...NullableText, description: 'The company whose book holds the earnings' },
    currency: Currency,
    every: Type.Enum([...payoutIntervals]),
    day: Type.Union([Type.Enum([...weekdays]), Type.Integer({ minimum: 1, maximum: 31 }), Type.Null()], {
      description: 'The weekday, or the day of the month; null for `never` and `day`',
      examples: ['friday'],
    }),
    time: Text(payoutTime, 'Of day, in the time zone'),
    time_zone: Text('Europe/Athens'),
    minimum: Amount,
    keep: Amount,
    bank_account_id: {
      ...nullable(PublicId('ba')),
      description: 'Null: the only one on file that accepts the currency',
    },
    set_by: { ...NullableText, description: 'The name of the person; null for a key pair' },
    set_at: Instant,
    next_at: NullableInstant,
    next_amount: { ...nullable(Amount), description: 'What would be paid out now; null: nothing' },
    next_reason: { ...NullableText, description: 'Why nothing would be paid out now' },
    last: Type.Union(
      [
        Type.Object({
          at: Instant,
          due_at: Instant,
          outcome: Type.Enum([...attemptOutcomes], {
            description:
              '`requested`: a payout; `nothing`: there was not enough; `refused`: as a request by hand would have been',
          }),
          reason: NullableText,
        }),
        Type.Null(),
      ],
      { description: 'The last attempt' },
    ),
  },
  { title: 'PayoutSchedule', description: 'When an account is paid out by itself' },
);
type PresentedSchedule = Static<typeof PayoutScheduleAnswer>;

/** @param setBy the name of the person. */
export function presentPayoutSchedule(schedule: PlannedSchedule, setBy: string | null): PresentedSchedule {
  const { linkId, currency, every, day, last, nextAmount } = schedule;
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(currency));
  return {
    schedule_id: schedule.id,
    account: schedule.accountKind,
    beneficiary_ref: linkId === null ? null : Number(linkId),
    company: linkId === null ? null : schedule.bookName,
    currency,
    every,
    day: every === 'week' ? (weekdays[(day ?? 1) - 1] ?? null) : day,
    time: payoutTime,
    time_zone: schedule.timeZone,
    minimum: decimal(schedule.minimum),
    keep: decimal(schedule.keep),
    bank_account_id: schedule.bankAccountId,
    set_by: setBy,
    set_at: schedule.setAt.toISOString(),
    next_at: schedule.dueAt?.toISOString() ?? null,
    next_amount: nextAmount === null ? null : decimal(nextAmount),
    next_reason: schedule.lack,
    last: last && {
      at: last.triedAt.toISOString(),
      due_at: last.triedFor.toISOString(),
      outcome: last.outcome,
      reason: last.reason,
    },
  };
}
