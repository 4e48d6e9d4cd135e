/** Schemas of a shop's home, for its people (docs/contract/people.md, "For the people of a shop"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Count,
  Currency,
  dayPattern,
  Instant,
  nullable,
  PublicId,
} from '../../../base/schemas/parts.ts';
import { payoutStatuses } from '../../../features/payouts/payout.ts';

const Day = Type.String({
  pattern: dayPattern,
  description: 'In the requested time zone',
  examples: ['2031-03-01'],
});

const totals = {
  currency: Currency,
  payments: Count,
  volume: amountThatIs('What was paid'),
  fees: amountThatIs('What the service charged, less what refunds returned of it'),
  refunded: Amount,
  net: amountThatIs('The volume less fees and refunds; may be below 0'),
};

/** Payments created in the period. Those that can still be paid are in neither count. */
const outcome = { paid: Count, unpaid: Count };

export const ShopHome = Type.Object(
  {
    now: Type.String({ ...Instant, description: "The book's own time; a test clock may be ahead" }),
    today: Type.Object({ day: Day, ...outcome, currencies: Type.Array(Type.Object(totals)) }),
    balances: Type.Array(
      Type.Object({
        currency: Currency,
        available: amountThatIs('What can be paid out now'),
        debt: amountThatIs('What is owed to the service, recovered from the next credits'),
      }),
    ),
    next_payout: nullable(
      Type.Object({
        payout_id: PublicId('po'),
        status: Type.Enum([...payoutStatuses]),
        amount: amountThatIs('What arrives in the bank account'),
        currency: Currency,
        expected_on: Day,
      }),
    ),
    pending: Type.Object({
      disputes_to_answer: Count,
      to_answer: Type.Object(
        {
          amounts: Type.Array(Type.Object({ currency: Currency, amount: Amount })),
          respond_by: Type.Union([Instant, Type.Null()], { description: 'The nearest deadline' }),
          dispute_id: Type.Union([Type.String(), Type.Null()], {
            description: "The payment provider's id of the only one; null where there are several",
            examples: ['dp_1QzL'],
          }),
        },
        { description: 'What these disputes are about' },
      ),
      disputed_payments: Count,
      refunds_pending: Count,
      refunds_failed: Count,
    }),
    has_payments: Type.Boolean(),
    has_keys: Type.Boolean(),
    is_payee: Type.Boolean({ description: 'Earns from orders of a delivery platform' }),
  },
  { title: 'ShopHome' },
);
export type PresentedShopHome = Static<typeof ShopHome>;

export const ShopActivity = Type.Object(
  {
    from: Day,
    to: Day,
    ...outcome,
    days: Type.Array(Type.Object({ day: Day, ...totals }), { description: 'Days without payments have no row' }),
  },
  { title: 'ShopActivity' },
);
export type PresentedShopActivity = Static<typeof ShopActivity>;
