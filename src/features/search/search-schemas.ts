/** What the search answers (docs/contract/people.md, "Search"). */
import { type Static, Type } from 'typebox';
import { Amount, Currency, nullable, Text } from '../../base/schemas/parts.ts';

const hitKinds = [
  'order',
  'restaurant',
  'settlement',
  'link',
  'invitation',
  'company',
  'payment',
  'customer',
  'payout',
  'account',
] as const;

export const SearchHit = Type.Object(
  {
    kind: Type.Enum([...hitKinds]),
    id: Text('order-1042', 'The id to open the object with'),
    title: Text('order-1042'),
    note: nullable(Text('ada@example.org', 'The account on the other side of the transfer')),
    state: nullable(Text('unsettled', 'The state of the object')),
    amount: nullable(Amount),
    currency: nullable(Currency),
  },
  { title: 'SearchHit' },
);
export type PresentedHit = Static<typeof SearchHit>;
