/** Schemas of payouts and bank accounts in answers and events. Account numbers are masked. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  NullableRef,
  NullableText,
  nullable,
  PublicId,
  Text,
} from '../schemas/parts.ts';
import { payoutStatuses } from './payout.ts';

export const PayoutAnswer = Type.Object(
  {
    payout_id: PublicId('po'),
    mode: ModeName,
    status: Type.Enum([...payoutStatuses]),
    account: Type.Enum(['wallet', 'commission', 'clearing', 'earnings']),
    beneficiary_ref: NullableRef,
    amount: Amount,
    fee: Amount,
    net_amount: Amount,
    currency: Currency,
    bank_account_id: PublicId('ba'),
    reason: NullableText,
    created_at: Instant,
    approved_at: NullableInstant,
    sent_at: NullableInstant,
    ended_at: NullableInstant,
  },
  { title: 'Payout' },
);
export type PresentedPayout = Static<typeof PayoutAnswer>;

export const BankAccountAnswer = Type.Object(
  {
    bank_account_id: PublicId('ba'),
    status: Type.Enum(['active', 'ended']),
    account_name: Text('Taverna Ltd'),
    number: Text('•••• 3000', 'Masked: its last four characters'),
    country: Text('DE', 'ISO 3166 code'),
    currency: nullable(Currency),
    created_at: Instant,
    ended_at: NullableInstant,
  },
  { title: 'BankAccount' },
);
export type PresentedBankAccount = Static<typeof BankAccountAnswer>;
