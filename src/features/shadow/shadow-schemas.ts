/** Schemas of the shadow ledger in answers and events (docs/contract/partner.md, "Shadow ledger"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  BeneficiaryRef,
  Count,
  Currency,
  Instant,
  ModeName,
  NullableRef,
  NullableText,
  NumericId,
  nullable,
  OrderRef,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';

const ClaimTo = nullable(Type.Object({ beneficiary_ref: BeneficiaryRef, name: Text('Taverna') }));
const PayeeType = Type.Enum(['merchant', 'courier']);

export const ShadowBalance = Type.Object(
  {
    beneficiary_type: Type.Enum(['merchant', 'courier', 'partner']),
    shadow_merchant_ref: NullableText,
    beneficiary_ref: NullableRef,
    names: Type.Array(Text('Taverna')),
    currency: Currency,
    balance: Amount,
    open_orders: Count,
    claim_to: ClaimTo,
  },
  { title: 'ShadowBalance', description: 'The balance owed to one restaurant or courier, in one currency' },
);
export type PresentedOwed = Static<typeof ShadowBalance>;

export const ShadowTotal = Type.Object(
  { currency: Currency, merchants: Amount, couriers: Amount, total: Amount },
  { title: 'ShadowTotal' },
);
export type PresentedOwedTotal = Static<typeof ShadowTotal>;

const ShadowOpenOrder = Type.Object(
  { order_id: NumericId, partner_order_ref: OrderRef, currency: Currency, left: Amount, settled_at: Instant },
  { title: 'ShadowOpenOrder' },
);
export type PresentedOpenOrder = Static<typeof ShadowOpenOrder>;

const ShadowMovement = Type.Object(
  {
    code: Text('shadow_claim'),
    partner_order_ref: NullableText,
    reference: NullableText,
    currency: Currency,
    amount: Amount,
    at: Instant,
  },
  { title: 'ShadowMovement' },
);
export type PresentedMovement = Static<typeof ShadowMovement>;

const restaurantFields = {
  shadow_merchant_ref: Text('restaurant-31'),
  names: Type.Array(Text('Taverna')),
  balances: Type.Array(Type.Object({ currency: Currency, balance: Amount })),
  claim_to: ClaimTo,
  invitations: Type.Array(Type.Object({ invitation_id: PublicId('inv'), invited_at: Instant })),
};
export type PresentedRestaurant = Static<ReturnType<typeof Type.Object<typeof restaurantFields>>>;

export const ShadowRestaurant = Type.Object(
  {
    ...restaurantFields,
    open_orders: Type.Array(ShadowOpenOrder),
    open_orders_next_cursor: NullableText,
    movements: Type.Array(ShadowMovement),
    movements_next_cursor: NullableText,
  },
  { title: 'ShadowRestaurant' },
);

export const ShadowNaming = Type.Object(
  {
    shadow_merchant_ref: Text('restaurant-31'),
    orders_named: Count,
    orders_left: Count,
    moved: Type.Array(Type.Object({ currency: Currency, amount: Amount })),
  },
  { title: 'ShadowNaming' },
);
export type PresentedNaming = Static<typeof ShadowNaming>;

export const ShadowInvitation = Type.Object(
  { invitation_id: PublicId('inv'), shadow_merchant_ref: Text('restaurant-31'), email: Text('ada@example.org') },
  { title: 'ShadowInvitation' },
);

export const PaidOutsideAnswer = Type.Object(
  {
    paid_outside_id: PublicId('out'),
    mode: ModeName,
    payment_ref: Text('receipt-9'),
    reference: NullableText,
    created_at: Instant,
    lines: Type.Array(
      Type.Object({
        order_id: NumericId,
        partner_order_ref: OrderRef,
        split: Count,
        beneficiary_type: PayeeType,
        currency: Currency,
        amount: Amount,
      }),
    ),
  },
  { title: 'PaidOutside', description: 'A payment made outside the service, by order and split' },
);
export type PresentedPaidOutside = Static<typeof PaidOutsideAnswer>;

const parties = { shadow_merchant_ref: Text('restaurant-31'), beneficiary_ref: BeneficiaryRef };

const claimTransfers = Type.Array(
  Type.Object({
    partner_order_ref: OrderRef,
    split: Count,
    code: Text('shadow_claim'),
    from: Text('clearing'),
    to: Text('earnings:12'),
    currency: Currency,
    amount: Amount,
  }),
);

export const ShadowClaimAnswer = Type.Object(
  {
    claim_id: PublicId('clm'),
    claim_ref: Text('claim-1'),
    mode: ModeName,
    status: Type.Literal('done'),
    ...parties,
    orders: Count,
    orders_left: Count,
    totals: Type.Array(Type.Object({ currency: Currency, amount: Amount, debt_recovered: Amount })),
    transfers: claimTransfers,
    created_at: Instant,
  },
  { title: 'ShadowClaim' },
);
export type PresentedClaim = Static<typeof ShadowClaimAnswer>;
export type PresentedClaimTransfers = PresentedClaim['transfers'];

export const ShadowClaimPreview = Type.Object(
  {
    claim_id: Type.Null(),
    claim_ref: Type.Null(),
    mode: ModeName,
    status: Type.Literal('preview'),
    ...parties,
    orders: Count,
    orders_left: Count,
    totals: Type.Array(
      Type.Object({
        currency: Currency,
        amount: Amount,
        debt_recovered: Amount,
        clearing_spendable: Amount,
        missing: Amount,
      }),
    ),
    transfers: claimTransfers,
    created_at: Type.Null(),
  },
  { title: 'ShadowClaimPreview' },
);
export type PresentedClaimPreview = Static<typeof ShadowClaimPreview>;
