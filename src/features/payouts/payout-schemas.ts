/** Schemas of payouts and bank accounts in answers and events. Account numbers are masked. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Currency,
  dayPattern,
  Instant,
  ModeName,
  NullableInstant,
  NullableRef,
  NullableText,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { payeeResults } from './bank-account.ts';
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
    reference: { ...NullableText, description: 'What the payee knows it by, in the payment to the bank' },
    schedule_id: {
      ...nullable(PublicId('ps')),
      description: 'The automatic payout that it is; null: requested by hand',
    },
    created_at: Instant,
    approved_at: NullableInstant,
    sent_at: NullableInstant,
    ended_at: NullableInstant,
  },
  { title: 'Payout' },
);
export type PresentedPayout = Static<typeof PayoutAnswer>;

/** Of their own, as people list them. */
export const OwnPayoutAnswer = Type.Object(
  {
    ...PayoutAnswer.properties,
    expected_on: Type.Union([Type.String({ pattern: dayPattern }), Type.Null()], {
      description:
        'When it should arrive, while it is under way; an estimate. Null for those who may not see bank accounts',
      examples: ['2031-03-05'],
    }),
  },
  { title: 'OwnPayout' },
);
export type PresentedOwnPayout = Static<typeof OwnPayoutAnswer>;

/** Null where nobody was asked. */
export const PayeeCheckAnswer = Type.Union(
  [
    Type.Object({
      result: Type.Enum([...payeeResults]),
      name: { ...NullableText, description: 'Under which the bank knows the account; with `close_match` only' },
      checked_at: Instant,
    }),
    Type.Null(),
  ],
  {
    description: 'Whether the bank knows the account under this name; null: the service does not ask',
    examples: [null],
  },
);

const AddressAnswer = Type.Union(
  [
    Type.Object({
      street: { ...NullableText, examples: ['Main Street'] },
      building_number: { ...NullableText, examples: ['12'] },
      post_code: { ...NullableText, examples: ['73301'] },
      town: Text('Austin'),
      country: Text('US', 'ISO 3166 code'),
    }),
    Type.Null(),
  ],
  { description: 'Of the account’s holder; null: not known', examples: [null] },
);

export const BankAccountAnswer = Type.Object(
  {
    bank_account_id: PublicId('ba'),
    status: Type.Enum(['active', 'ended']),
    account_name: Text('Taverna Ltd'),
    number: Text('•••• 3000', 'Masked: its last four characters'),
    country: Text('DE', 'ISO 3166 code'),
    currency: nullable(Currency),
    address: AddressAnswer,
    payee_check: PayeeCheckAnswer,
    created_at: Instant,
    ended_at: NullableInstant,
  },
  { title: 'BankAccount' },
);
export type PresentedBankAccount = Static<typeof BankAccountAnswer>;

export const PayoutOptionsAnswer = Type.Object(
  {
    sources: Type.Array(
      Type.Object({
        account: Type.Enum(['wallet', 'commission', 'clearing', 'earnings']),
        beneficiary_ref: NullableRef,
        company: Type.Union([Type.String(), Type.Null()], {
          description: 'The company whose book holds the earnings',
          examples: ['Rapid Delivery'],
        }),
        currency: Currency,
        balance: Amount,
        spendable: Amount,
        reserved: Amount,
        debt: Amount,
        minimum: Amount,
        fee: Amount,
        limit_left: nullable(Amount),
        arrivals: Type.Array(
          Type.Object({
            bank_account_id: PublicId('ba'),
            expected_on: Type.String({ pattern: dayPattern, examples: ['2031-03-05'] }),
          }),
          { description: 'When a payout from it that is requested now should arrive at each destination; an estimate' },
        ),
      }),
      { description: 'Accounts with a balance' },
    ),
    destinations: Type.Array(
      Type.Object({
        bank_account_id: PublicId('ba'),
        account_name: Text('Taverna Ltd'),
        number: Text('•••• 3000', 'Masked: its last four characters'),
        currency: nullable(Currency),
        approved_from: { ...NullableInstant, description: 'Of a new account of real money: no payout to it before' },
      }),
      { description: 'Active bank accounts. Empty for those who may not see bank accounts' },
    ),
  },
  { title: 'PayoutOptions' },
);
export type PresentedOptions = Static<typeof PayoutOptionsAnswer>;
