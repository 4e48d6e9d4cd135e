/** Schema of a party's month in answers. */
import { type Static, Type } from 'typebox';
import { Amount, Count, Currency, ModeName, NullableText, Text } from '../../../base/schemas/parts.ts';
import { partyFields } from '../settlement-schemas.ts';

export const LocalInstant = Type.String({
  format: 'date-time',
  description: 'With the offset of the time zone',
  examples: ['2031-03-01T00:00:00+02:00'],
});

export const PartyMonthAnswer = Type.Object(
  {
    month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', examples: ['2031-03'] }),
    time_zone: Text('Europe/Athens'),
    from: LocalInstant,
    to: LocalInstant,
    mode: ModeName,
    ...partyFields,
    accounts: Type.Array(
      Type.Object({
        account: Text('earnings'),
        currency: Currency,
        opening_balance: Amount,
        credits: Amount,
        debits: Amount,
        closing_balance: Amount,
        movements_total: Count,
        movements: Type.Array(
          Type.Object({
            at: LocalInstant,
            what: Text('Settlement'),
            code: Text('settlement'),
            partner_order_ref: NullableText,
            subject: Text('order:1042'),
            amount: Amount,
            balance: Amount,
          }),
        ),
      }),
    ),
  },
  { title: 'PartyMonth', description: "A payee's month: balances, and the first 1,000 movements" },
);
export type PresentedPartyMonth = Static<typeof PartyMonthAnswer>;
