/** Schemas of debts and of how they were settled, in answers and events (docs/contract/partner.md, "Debts"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  BeneficiaryRef,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { debtSettlementStatuses, settlementKinds } from './debt-settlement.ts';

export const DebtSettlementAnswer = Type.Object(
  {
    debt_settlement_id: PublicId('dst'),
    mode: ModeName,
    kind: Type.Enum([...settlementKinds], { description: 'Repaid outside the service, or written off' }),
    status: Type.Enum([...debtSettlementStatuses], {
      description: 'A write-off that takes two people is `requested` until the second one approves or declines it',
    }),
    amount: Amount,
    currency: Currency,
    beneficiary_ref: nullable(BeneficiaryRef),
    beneficiary_name: NullableText,
    reason: Text('Paid in cash'),
    requested_at: Instant,
    decided_at: NullableInstant,
  },
  { title: 'DebtSettlement', description: 'A debt, or a part of one, that was repaid outside or written off' },
);
export type PresentedDebtSettlement = Static<typeof DebtSettlementAnswer>;

/** For people who decide: with who requested it and who decided. */
export const DecidedSettlementAnswer = Type.Object(
  {
    ...DebtSettlementAnswer.properties,
    holder: Type.Object({ holder_id: NumericId, name: Text('Taverna') }),
    requested_by: NullableText,
    decided_by: NullableText,
    is_yours: Type.Boolean({ description: 'You requested it, so someone else approves it' }),
  },
  { title: 'DebtSettlementInFull' },
);
export type DecidedSettlement = Static<typeof DecidedSettlementAnswer>;

export const OwedAnswer = Type.Object(
  {
    creditor: Type.Object(
      { kind: Type.Enum(['service', 'company']), name: NullableText },
      { description: 'The service, or the company that a payee earns in' },
    ),
    beneficiary_ref: nullable(BeneficiaryRef),
    amount: Amount,
    currency: Currency,
    transferable: Type.Boolean({
      description: 'Whether it can be repaid by bank transfer: a debt to the service, in a currency with bank details',
    }),
  },
  { title: 'Owed', description: 'What the account owes' },
);
export type PresentedOwed = Static<typeof OwedAnswer>;

export const WriteOffLimitAnswer = Type.Object(
  { currency: Currency, amount: Amount, set_by: NullableText, set_at: Instant },
  { title: 'WriteOffLimit', description: 'How much of one debt one person may write off alone in 30 days' },
);
export type PresentedLimit = Static<typeof WriteOffLimitAnswer>;
