/** Schemas of wallets, top-ups and commission transfers in answers and events (docs/contract/partner.md, "Wallets"). */
import { type Static, Type } from 'typebox';
import type { JsonDecimal } from '../../base/money/amount.ts';
import {
  Amount,
  BeneficiaryRef,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';

const described = (schema: typeof NullableInstant, description: string) => ({ ...schema, description });

export const TopUpAnswer = Type.Object(
  {
    topup_id: PublicId('top'),
    mode: ModeName,
    status: Type.Enum(['pending', 'succeeded', 'cancelled', 'expired', 'refused']),
    amount: Amount,
    currency: Currency,
    reference: nullable(
      Type.String({
        pattern: '^RF[0-9]{2}[A-Z]{8}$',
        description: 'To be named in the bank transfer, in live mode',
        examples: ['RF61KXQMPTBD'],
      }),
    ),
    requested_amount: Type.Union([Amount, Type.Null()], {
      description: 'The amount requested, if another amount arrived',
      examples: [null],
    }),
    reason: nullable(Text('Sent from an account of another name', 'Why it was refused')),
    beneficiary_ref: Type.Union([BeneficiaryRef, Type.Null()], {
      description: 'The payee whose cash it hands over',
      examples: [null],
    }),
    created_at: Instant,
    expires_at: described(NullableInstant, 'When the top-up expires if no transfer arrives'),
    succeeded_at: NullableInstant,
    ended_at: described(NullableInstant, 'When it was canceled, refused or expired'),
  },
  { title: 'TopUp' },
);
export type PresentedTopUp = Static<typeof TopUpAnswer>;

export const TopUpReversalAnswer = Type.Object(
  {
    amount: Amount,
    owed_amount: Type.Unsafe<Static<typeof Amount>>({
      ...Amount,
      description: 'Of it, what the balance did not cover: a debt, recovered from the next credits',
    }),
    reason: Text('The bank recalled the transfer'),
    reversed_at: Instant,
  },
  { title: 'ReversalOfTopUp', description: 'That the operator took it back' },
);
export type PresentedReversal = Static<typeof TopUpReversalAnswer>;

export const ReversedTopUpAnswer = Type.Object(
  { ...TopUpAnswer.properties, reversal: TopUpReversalAnswer },
  { title: 'ReversedTopUp' },
);
export type PresentedReversedTopUp = Static<typeof ReversedTopUpAnswer>;

const nullableText = (example: string) => nullable(Text(example));

export const BankDetailsAnswer = Type.Object(
  {
    currency: Currency,
    account_holder: Text('Sluice Payments GmbH'),
    iban: nullableText('DE89370400440532013000'),
    bic: nullableText('COBADEFFXXX'),
    bank_name: nullableText('Commerzbank'),
    other: nullable(Text('Account 12345678', 'What a transfer from another country needs')),
    changed_at: Instant,
  },
  { title: 'BankDetails', description: 'Where the operator takes bank transfers in one currency' },
);
export type PresentedBankDetails = Static<typeof BankDetailsAnswer>;

export const OperatorBankDetailsAnswer = Type.Object(
  {
    ...BankDetailsAnswer.properties,
    account_number: nullable(Text('12345678', 'In files of payouts, where there is no IBAN')),
    bank_code: nullable(Text('021000021', 'The country’s own code of the bank, where there is no BIC')),
    town: nullable(Text('Berlin', 'Where the account holder is')),
    country: nullable(Text('DE', 'ISO 3166 code')),
  },
  { title: 'OperatorBankDetails' },
);
export type PresentedOperatorBankDetails = Static<typeof OperatorBankDetailsAnswer>;

/** A top-up for its holder, with the account to transfer to while it waits. */
export const TransferTopUpAnswer = Type.Object(
  {
    ...TopUpAnswer.properties,
    account: Type.Enum(['clearing', 'wallet']),
    reversal: nullable(TopUpReversalAnswer),
    bank_details: nullable(BankDetailsAnswer),
  },
  { title: 'TransferTopUp' },
);
export type PresentedTransferTopUp = Static<typeof TransferTopUpAnswer>;

export const CommissionTransferAnswer = Type.Object(
  {
    transfer_id: PublicId('trf'),
    mode: ModeName,
    from: Type.Literal('commission'),
    to: Type.Literal('clearing'),
    amount: Amount,
    currency: Currency,
    created_at: Instant,
  },
  { title: 'CommissionTransfer' },
);
export type PresentedCommissionTransfer = Static<typeof CommissionTransferAnswer>;

export const WalletAnswer = Type.Object(
  {
    currency: Currency,
    clearing: Amount,
    commission: Amount,
    debt: Amount,
    reserved: Type.Unsafe<JsonDecimal>({
      type: 'number',
      description: 'For waiting refunds, and for the shares of paid orders that have not settled',
      examples: [75],
    }),
    spendable: Type.Unsafe<JsonDecimal>({
      type: 'number',
      description: 'What payouts and the settlement of other orders may take from clearing: less reserved and debt',
      examples: [425],
    }),
    beneficiaries: Type.Array(
      Type.Object({
        beneficiary_ref: BeneficiaryRef,
        beneficiary_type: Type.Enum(['merchant', 'courier']),
        name: Text('Taverna'),
        balance: Amount,
        debt: Amount,
      }),
    ),
  },
  { title: 'Wallet', description: "The company's balances in one currency, and those of its links" },
);
export type PresentedWallet = Static<typeof WalletAnswer>;
