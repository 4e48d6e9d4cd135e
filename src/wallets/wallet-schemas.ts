/** Schemas of wallets, top-ups and commission transfers in answers and events (docs/contract.md, "Wallets"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  BeneficiaryRef,
  Currency,
  Instant,
  ModeName,
  NullableInstant,
  PublicId,
  Text,
} from '../schemas/parts.ts';

export const TopUpAnswer = Type.Object(
  {
    topup_id: PublicId('top'),
    mode: ModeName,
    status: Type.Enum(['pending', 'succeeded']),
    amount: Amount,
    currency: Currency,
    created_at: Instant,
    succeeded_at: NullableInstant,
  },
  { title: 'TopUp' },
);
export type PresentedTopUp = Static<typeof TopUpAnswer>;

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
