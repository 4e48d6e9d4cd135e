/** Payouts as the operator sees them: with the payee, their bank account and what they owe. Numbers are masked. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { holderStatusNames } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  Currency,
  Instant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { holderKinds } from '../../core/access/roles.ts';
import { approvableFrom, maskedNumber } from './bank-account.ts';
import type { ListedPayout } from './operator-payouts.repository.ts';
import type { WithDebts } from './payee-debts.ts';
import { PayeeCheckAnswer, PayoutAnswer } from './payout-schemas.ts';
import { presentPayeeCheck, presentPayout } from './present-payout.ts';

export const OperatorPayoutAnswer = Type.Object(
  {
    ...PayoutAnswer.properties,
    requested_by: Type.Object(
      {
        kind: Type.Enum(['person', 'key', 'schedule']),
        name: { ...NullableText, description: 'Of the person; with `schedule`, of the one who set it' },
      },
      { description: 'Who requested it' },
    ),
    payee: Type.Object({
      holder_id: NumericId,
      name: Text('Taverna'),
      kind: Type.Enum([...holderKinds, 'service']),
      status: Type.Enum([...holderStatusNames]),
    }),
    bank_account: Type.Object({
      account_name: Text('Taverna Ltd'),
      number: Text('•••• 3000', 'Masked: its last four characters'),
      country: Text('DE', 'ISO 3166 code'),
      payee_check: PayeeCheckAnswer,
      status: Type.Enum(['active', 'ended']),
      added_at: Instant,
      changed: Type.Boolean({
        description: 'The payee used another account before and has not been paid to this one yet',
      }),
      paid_before: Type.Boolean({ description: 'Whether a payout of the same book to it has arrived' }),
      last_return: nullable(
        Type.Object(
          { reason: { ...NullableText, description: 'As the bank gave it' }, ended_at: Instant },
          { description: 'The last payout to it came back, and none has arrived since' },
        ),
      ),
    }),
    approvable_from: Type.Union([Instant, Type.Null()], {
      description: 'A live payout to a new bank account waits for 48 hours; null when there is no such wait',
      examples: [null],
    }),
    file_id: { ...nullable(PublicId('pf')), description: 'The payment file that it is in' },
    debts: Type.Array(Type.Object({ amount: Amount, currency: Currency }), {
      description: 'What the payee owes the service and the companies they earn in',
    }),
  },
  { title: 'OperatorPayout' },
);
export type PresentedOperatorPayout = Static<typeof OperatorPayoutAnswer>;

/**
 * @param fileId of the living payment file that it is in.
 * @param requester the name of the person who requested it.
 */
export const presentOperatorPayout = (
  payout: ListedPayout & WithDebts,
  fileId: string | null,
  requester: string | null,
): PresentedOperatorPayout => ({
  ...presentPayout(payout),
  requested_by: {
    kind: payout.scheduleId !== null ? 'schedule' : payout.requestedBy !== null ? 'person' : 'key',
    name: requester,
  },
  payee: {
    holder_id: Number(payout.ownerHolderId),
    name: payout.payeeName,
    kind: payout.payeeKind,
    status: payout.payeeStatus,
  },
  bank_account: {
    account_name: payout.accountName,
    number: maskedNumber(payout),
    country: payout.country,
    payee_check: presentPayeeCheck(payout, payout.bankAccountSince),
    status: payout.bankAccountStatus,
    added_at: payout.bankAccountSince.toISOString(),
    changed: payout.isChanged,
    paid_before: payout.wasPaidBefore,
    last_return: payout.lastReturn && {
      reason: payout.lastReturn.reason,
      ended_at: payout.lastReturn.endedAt.toISOString(),
    },
  },
  approvable_from: approvableFrom({ createdAt: payout.bankAccountSince }, payout.mode)?.toISOString() ?? null,
  file_id: fileId,
  debts: payout.debts.map(({ amount, currency }) => ({
    amount: jsonDecimal(amount, exponentOf(currency)),
    currency,
  })),
});
