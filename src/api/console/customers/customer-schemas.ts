/** Schemas of a shop's customers, for its people (docs/contract/people.md, "For the people of a shop"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Count,
  Currency,
  Instant,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../../base/schemas/parts.ts';

const listed = {
  customer_id: NumericId,
  name: Text('Ada Lovelace', 'As the latest payment says'),
  email: Text('ada@example.org', 'As the latest payment says'),
  has_account: Type.Boolean({ description: 'They pay from a Sluice wallet; otherwise they only gave this address' }),
  payments: Count,
  first_paid_at: Instant,
  last_paid_at: Instant,
};
export const ListedCustomerAnswer = Type.Object(
  {
    ...listed,
    paid: Type.Array(Type.Object({ currency: Currency, amount: Amount }), {
      description: 'What they paid, before refunds, by currency, the largest first',
    }),
  },
  { title: 'ListedCustomer' },
);
export type PresentedListedCustomer = Static<typeof ListedCustomerAnswer>;

export const CustomerAnswer = Type.Object(
  {
    ...listed,
    totals: Type.Array(
      Type.Object({
        currency: Currency,
        payments: Count,
        paid: amountThatIs('What they paid, before refunds'),
        refunded: amountThatIs('With refunds under way'),
        charged_back: amountThatIs('What their bank has taken back and not returned'),
      }),
      { description: 'By currency, the largest first' },
    ),
    cards: Type.Array(
      Type.Object(
        { last_four: Text('4242'), brand: nullable(Text('Visa')), payments: Count, last_used_at: Instant },
        { title: 'CustomerCard' },
      ),
      { description: 'Cards that they paid with, the last one first' },
    ),
    refunds: Type.Array(
      Type.Object(
        {
          refund_id: PublicId('ref'),
          payment_id: PublicId('pay'),
          refund_ref: Text('refund-7'),
          status: Type.Enum(['pending', 'succeeded', 'failed']),
          amount: Amount,
          currency: Currency,
          created_at: Instant,
        },
        { title: 'CustomerRefund' },
      ),
      { description: 'The newest ones' },
    ),
  },
  { title: 'Customer', description: 'A customer of the shop in the mode; nothing of what they paid to others' },
);
export type PresentedCustomer = Static<typeof CustomerAnswer>;
