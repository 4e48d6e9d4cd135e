/** What answers hold of a test city and its evening (docs/contract/people.md, "A test city"). */
import { type Static, Type } from 'typebox';
import { Count, Instant, NullableInstant, nullable, Text } from '../../base/schemas/parts.ts';
import { eveningSizes } from './plan-evening.ts';

export const EveningOrders = Type.Enum([...eveningSizes], {
  default: 500,
  description: 'How many orders the evening has',
});

const Ran = Type.Object(
  {
    from: Instant,
    to: Instant,
    events: Type.Array(Type.Object({ type: Text('order.created'), count: Count })),
    webhook_deliveries: Type.Integer({
      description: 'Webhook deliveries that their receivers accepted',
      examples: [58],
    }),
  },
  { title: 'EveningRan', description: 'What has run since the last move began, in test time' },
);

const Evening = Type.Object(
  {
    number: Type.Integer({ examples: [1] }),
    orders: Type.Integer({ examples: [500] }),
    time_zone: Text('Europe/Athens'),
    starts_at: Instant,
    ends_at: Instant,
    until: Type.Unsafe<string>({ ...Instant, description: 'How far it is to be played' }),
    is_playing: Type.Boolean({ examples: [true], description: 'Whether the test clock is still moving to until' }),
    refused_steps: Type.Integer({
      description: 'Steps that were refused, such as a refund without funds',
      examples: [0],
    }),
    ended_at: NullableInstant,
    ran: Ran,
  },
  { title: 'TestEvening', description: 'The last Friday evening of the test city' },
);

export const TestCityAnswer = Type.Object(
  {
    is_made: Type.Boolean({ examples: [true] }),
    now: Instant,
    evening: nullable(Evening),
  },
  { title: 'TestCity', description: 'The test payees of a company, and its evening' },
);
export type PresentedTestCity = Static<typeof TestCityAnswer>;
