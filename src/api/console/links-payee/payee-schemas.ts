/** Schema of a payee's page, for the company (docs/contract/people.md, "For a company's members"). */
import { type Static, Type } from 'typebox';
import { amountThatIs, Count, Currency, Instant, NullableInstant } from '../../../base/schemas/parts.ts';
import { HeldCashAnswer } from '../../../features/cash/cash-schemas.ts';
import { LinkHistoryAnswer } from '../../../features/links/invitation-schemas.ts';

export const PayeeAnswer = Type.Object(
  {
    ...LinkHistoryAnswer.properties,
    now: { ...Instant, description: "The book's own time; a test clock may be ahead" },
    next_settlement_at: { ...NullableInstant, description: 'Null while settlement is paused' },
    balances: Type.Array(
      Type.Object({
        currency: Currency,
        available: amountThatIs('What it earned with the company and has not been paid out'),
        upcoming: amountThatIs('Its shares of orders that have not settled, on hold aside'),
        on_hold: amountThatIs('Its shares of orders on hold'),
        waiting_orders: Count,
        debt: amountThatIs('What it owes the company'),
      }),
    ),
    cash: Type.Array(HeldCashAnswer, { description: "The cash of the company's customers that it holds, or held" }),
  },
  { title: 'Payee', description: 'A link with its balances in the mode; nothing of its business with others' },
);
export type PresentedPayee = Static<typeof PayeeAnswer>;
