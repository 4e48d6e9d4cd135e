/** Schemas of a payee's earnings in the people's API (docs/contract/people.md, "For a payee"). */

import { type Static, Type } from 'typebox';
import {
  Amount,
  BeneficiaryRef,
  Count,
  Currency,
  Instant,
  NullableInstant,
  nullable,
  OrderRef,
  PublicId,
  Text,
} from '../../../base/schemas/parts.ts';
import { TransferCodeName } from '../../../core/ledger/transfer-code.ts';
import { waitsFor } from './expected-settlement.ts';

const Sums = {
  currency: Currency,
  available: Amount,
  upcoming: Amount,
  on_hold: Amount,
  debt: Amount,
};

export const EarningsAnswer = Type.Object(
  {
    totals: Type.Array(Type.Object(Sums), { description: 'In total, over all companies' }),
    companies: Type.Array(
      Type.Object({
        beneficiary_ref: BeneficiaryRef,
        beneficiary_type: Type.Enum(['merchant', 'courier']),
        company: Text('Rapid Delivery'),
        status: Type.Enum(['active', 'ended']),
        next_settlement_at: { ...NullableInstant, description: 'Null while the company has paused settlement' },
        upcoming_orders: Count,
        balances: Type.Array(Type.Object(Sums)),
      }),
    ),
  },
  { title: 'Earnings', description: 'Available can be paid out now; upcoming is in orders that have not settled' },
);
export type PresentedEarnings = Static<typeof EarningsAnswer>;

export const UpcomingAnswer = Type.Object(
  {
    order_id: Type.Integer({ minimum: 1, examples: [1042] }),
    partner_order_ref: OrderRef,
    beneficiary_ref: BeneficiaryRef,
    company: Text('Rapid Delivery'),
    amount: Amount,
    reduced_by: Amount,
    currency: Currency,
    waits_for: Type.Enum([...waitsFor], {
      description: '`funds`: the company has too little money; `release`: the order is on hold',
    }),
    expected_at: { ...NullableInstant, description: 'The settlement that is expected to credit it' },
    created_at: Instant,
  },
  { title: 'UpcomingEarning' },
);
export type PresentedUpcoming = Static<typeof UpcomingAnswer>;

export const EarningsMovementAnswer = Type.Object(
  {
    movement_id: Type.String({ examples: ['9041'] }),
    code: TransferCodeName(),
    effect: Type.Enum(['in', 'out', 'owed', 'forgiven'], {
      description: '`owed` and `forgiven` change what is owed to the company and move no money',
    }),
    beneficiary_ref: BeneficiaryRef,
    company: Text('Rapid Delivery'),
    partner_order_ref: nullable(OrderRef),
    payout_id: nullable(PublicId('po')),
    amount: Amount,
    currency: Currency,
    created_at: Instant,
  },
  { title: 'EarningsMovement' },
);
export type PresentedMovement = Static<typeof EarningsMovementAnswer>;
