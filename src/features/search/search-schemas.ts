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
  'payout',
  'account',
] as const;

export const SearchHit = Type.Object(
  {
    kind: Type.Enum([...hitKinds]),
    id: Text('order-1042', 'By which the object is opened'),
    title: Text('order-1042'),
    note: nullable(Text('ada@example.org', 'What tells it from others')),
    state: nullable(Text('unsettled', 'The state of the object')),
    amount: nullable(Amount),
    currency: nullable(Currency),
  },
  { title: 'SearchHit' },
);
export type PresentedHit = Static<typeof SearchHit>;
