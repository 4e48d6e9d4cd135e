/** Schemas of a company's home, for people (docs/contract/people.md, "For a company's members"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Count,
  Currency,
  dayPattern,
  Instant,
  NullableInstant,
  Text,
} from '../../../base/schemas/parts.ts';
import { flowParts } from '../../../features/settlements/home/flow.ts';

const Day = Type.String({
  pattern: dayPattern,
  description: "In the company's time zone",
  examples: ['2031-03-01'],
});
const TimeZone = Text('Europe/Athens', 'Time zone of the settlement schedule');

export const CompanyHome = Type.Object(
  {
    now: Type.String({ ...Instant, description: "The book's own time; a test clock may be ahead" }),
    time_zone: TimeZone,
    paused: Type.Boolean({ description: 'Nothing settles by itself' }),
    currencies: Type.Array(
      Type.Object({
        currency: Currency,
        clearing: Amount,
        commission: Amount,
        reserved: amountThatIs(
          'What of clearing is kept for orders that customers have paid and that have not settled',
        ),
        spendable: amountThatIs(
          'Clearing less waiting refunds, paid orders and debt; below 0 by what is missing for them',
        ),
        next_run_at: NullableInstant,
        orders: Count,
        needed: amountThatIs('What the orders of the next settlement cost'),
        at_least: Type.Boolean({ description: 'More orders are waiting than were added up' }),
        missing: amountThatIs('The amount to top up so that all of them settle'),
      }),
    ),
    pending: Type.Object({
      orders_awaiting_funds: Count,
      orders_on_hold: Count,
      orders_with_broken_splits: Count,
      refunds_awaiting_funds: Count,
      cash_handovers: Count,
      invitations: Count,
      disputes_to_answer: Count,
    }),
  },
  { title: 'CompanyHome' },
);
export type PresentedCompanyHome = Static<typeof CompanyHome>;

export const CompanyActivity = Type.Object(
  {
    time_zone: TimeZone,
    from: Day,
    to: Day,
    days: Type.Array(Type.Object({ day: Day, currency: Currency, orders: Count, amount: Amount }), {
      description: 'Orders recorded, without shadow orders; days without orders have no row',
    }),
    flows: Type.Array(
      Type.Object({
        currency: Currency,
        opening: amountThatIs('Clearing at the start of the first day'),
        closing: amountThatIs('Clearing now'),
        moves: Type.Array(
          Type.Object({ direction: Type.Enum(['in', 'out']), part: Type.Enum([...flowParts]), amount: Amount }),
        ),
      }),
      {
        description:
          'What moved in and out of clearing: the opening and what came in are what went out and the closing',
      },
    ),
  },
  { title: 'CompanyActivity' },
);
export type PresentedCompanyActivity = Static<typeof CompanyActivity>;
