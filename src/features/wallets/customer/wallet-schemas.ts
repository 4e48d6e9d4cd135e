/** Schemas of a holder's own wallet in the people's API (docs/contract/people.md, "For a customer"). */
import { type Static, Type } from 'typebox';
import { Amount, Currency, Instant, nullable, Text } from '../../../base/schemas/parts.ts';
import { BrandingAnswer } from '../../holders/branding/branding-schemas.ts';

export const BalanceAnswer = Type.Object({ currency: Currency, balance: Amount }, { title: 'WalletBalance' });

/** What a payment was for, as far as it was said. */
const whatFor = {
  order_ref: Type.Union([Type.String(), Type.Null()], {
    description: 'The order that it paid, by its reference',
    examples: ['A-1001'],
  }),
  description: Type.Union([Type.String(), Type.Null()], {
    description: 'What it is for, in the words of whoever asked for it',
    examples: ['Two tickets'],
  }),
};

export const WalletMovementAnswer = Type.Object(
  {
    movement_id: Type.String({ examples: ['9041'] }),
    code: Text('payment', 'The kind of transfer'),
    other: nullable(Text('Corner Books', 'The other side, if any')),
    ...whatFor,
    reference: Text('pay_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd', 'The number for the other side and for support'),
    direction: Type.Enum(['in', 'out']),
    amount: Amount,
    currency: Currency,
    created_at: Instant,
  },
  { title: 'WalletMovement' },
);
export type PresentedWalletMovement = Static<typeof WalletMovementAnswer>;

export const WalletPaymentAnswer = Type.Object(
  {
    movement_id: Type.String({ examples: ['9041'] }),
    payee: Text('Corner Books'),
    ...whatFor,
    reference: Text('trx_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd'),
    status: Type.Enum([
      'created',
      'processing',
      'authorized',
      'succeeded',
      'partially_refunded',
      'refunded',
      'cancelled',
      'expired',
    ]),
    amount: Amount,
    refunded: Amount,
    currency: Currency,
    created_at: Instant,
  },
  { title: 'WalletPayment', description: 'A payment made from the wallet' },
);
export type PresentedWalletPayment = Static<typeof WalletPaymentAnswer>;

export const ReceiptAnswer = Type.Object(
  {
    ...WalletPaymentAnswer.properties,
    payer: Text('Ada Lovelace', 'Whose wallet it was'),
    branding: BrandingAnswer,
    refunds: Type.Array(
      Type.Object({
        reference: Text('ref_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd'),
        amount: Amount,
        created_at: Instant,
      }),
      { description: 'Refunds, oldest first' },
    ),
  },
  { title: 'WalletReceipt', description: 'A payment made from the wallet, to keep or print' },
);
export type PresentedReceipt = Static<typeof ReceiptAnswer>;
