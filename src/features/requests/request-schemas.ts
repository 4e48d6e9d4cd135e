/** Answer schemas of the request log. */
import { type Static, Type } from 'typebox';
import { Count, Instant, NullableText, nullable, PublicId, Text } from '../../base/schemas/parts.ts';

const requestId = Type.String({
  format: 'uuid',
  description: 'As the header `X-Request-Id` of the response',
  examples: ['01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11'],
});

const facts = {
  request_id: requestId,
  at: Instant,
  client_id: Text('pk_test_000000000014fGk2Qm7ZxW1', 'The public half of the key pair'),
  method: Text('POST'),
  path: Text('/partner/v1/orders', 'Cut to 500 characters'),
  query: Type.Union([Type.String(), Type.Null()], {
    description: 'The parameters that the route knows. In live mode a developer does not see them',
    examples: [null],
  }),
  status: Type.Integer({ minimum: 200, maximum: 599, examples: [422] }),
  duration_ms: Count,
};

const details = Type.Array(Type.Object({ field: Text('currency'), message: Text('is required') }));

const omitted = Type.Integer({
  minimum: 0,
  description:
    'Requests of this key pair that followed within the minute and are not listed: failures after a failure, successes after a success',
  examples: [0],
});

export const LoggedRequestAnswer = Type.Object(
  {
    ...facts,
    code: nullable(Text('validation_failed', 'As in the list of errors; null if it succeeded')),
    message: nullable(Text('Some fields are missing or invalid.', 'As in the response; null if it succeeded')),
    details,
    omitted,
  },
  { title: 'LoggedRequest' },
);
export type PresentedLogged = Static<typeof LoggedRequestAnswer>;

const Body = (description: string) =>
  Type.Unknown({
    description: `${description}, without secrets and card numbers; null for none, for one that is too long, and in live mode for a developer`,
    examples: [{ amount: 18.2, currency: 'EUR' }],
  });

export const RequestAnswer = Type.Object(
  {
    request_id: requestId,
    request: Type.Union(
      [
        Type.Object({
          ...facts,
          omitted,
          body: Body('What was sent: of the fields that the route knows the values, of others their names'),
          response: Body('The response to a request that succeeded'),
        }),
        Type.Null(),
      ],
      { description: 'As it is kept in the log; null once it is no longer kept, and of a request that was not logged' },
    ),
    failure: nullable(
      Type.Object({
        ...facts,
        ...{ code: Text('validation_failed'), message: Text('Some fields are missing or invalid.'), details, omitted },
        explanation: Type.Object({
          meaning: Text('Fields are missing or not valid.'),
          remedy: Text('Correct the fields.'),
        }),
      }),
    ),
    events: Type.Array(
      Type.Object({
        event_id: PublicId('evt'),
        type: Text('order.created'),
        subject: Text('order:1042', 'What the transfer or event is about'),
        partner_order_ref: NullableText,
        created_at: Instant,
      }),
      { description: 'What the request did, up to 50 events, oldest first' },
    ),
  },
  { title: 'RequestInFull' },
);
export type PresentedRequest = Static<typeof RequestAnswer>;
