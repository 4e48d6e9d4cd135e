/** Schemas of a month day by day in the people's API (docs/contract/people.md, "For a company's members"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Count,
  Currency,
  dayPattern,
  ModeName,
  NullableRef,
  NullableText,
  Text,
} from '../../../base/schemas/parts.ts';
import { partyFields } from '../settlement-schemas.ts';
import { LocalInstant } from './statement-schemas.ts';

const Day = Type.Object({
  date: Type.String({ pattern: dayPattern, examples: ['2031-03-01'] }),
  credits: Amount,
  debits: Amount,
  closing_balance: { ...Amount, description: 'At the end of the day' },
  movements: Count,
});

export const MonthDaysAnswer = Type.Object(
  {
    month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', examples: ['2031-03'] }),
    time_zone: Text('Europe/Athens'),
    mode: ModeName,
    ...partyFields,
    accounts: Type.Array(
      Type.Object({
        account: Text('clearing'),
        currency: Currency,
        opening_balance: Amount,
        credits: Amount,
        debits: Amount,
        closing_balance: Amount,
        movements_total: Count,
        days: Type.Array(Day, { description: 'The days on which something moved, newest first' }),
      }),
    ),
  },
  { title: 'MonthDays', description: "A payee's month: balances, and what moved on each day" },
);
export type PresentedMonthDays = Static<typeof MonthDaysAnswer>;

export const FoldedMovementAnswer = Type.Object(
  {
    movement_id: Type.String({ pattern: '^[0-9]+$', examples: ['88'], description: 'Its newest transfer' }),
    at: LocalInstant,
    what: Text('Settlement'),
    code: Text('settlement'),
    settlement_id: NullableRef,
    partner_order_ref: { ...NullableText, description: 'Null where the transfers are of several orders, or of none' },
    transfers: Count,
    amount: Amount,
  },
  { title: 'FoldedMovement', description: "A movement; a settlement's transfers of one kind are one" },
);
export type PresentedFoldedMovement = Static<typeof FoldedMovementAnswer>;
