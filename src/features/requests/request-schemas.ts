/** Answer schemas of the request log. */
import { type Static, Type } from 'typebox';
import { Count, Instant, NullableText, PublicId, Text } from '../../base/schemas/parts.ts';

const requestId = Type.String({
  format: 'uuid',
  description: 'As the header `X-Request-Id` of the response',
  examples: ['01909b6e-3f80-7c57-9d0e-0d5b4c9f7a11'],
});

export const FailedRequestAnswer = Type.Object(
  {
    request_id: requestId,
    at: Instant,
    client_id: Text('pk_test_000000000014fGk2Qm7ZxW1', 'The public half of the key pair'),
    method: Text('POST'),
    path: Text('/partner/v1/orders', 'Cut to 500 characters'),
    query: Type.Union([Type.String(), Type.Null()], {
      description: 'The parameters that the route knows. In live mode a developer does not see them',
      examples: [null],
    }),
    status: Type.Integer({ minimum: 400, maximum: 599, examples: [422] }),
    code: Text('validation_failed', 'As in the list of errors'),
    message: Text('Some fields are missing or invalid.', 'As in the response'),
    details: Type.Array(Type.Object({ field: Text('currency'), message: Text('is required') })),
    duration_ms: Count,
    omitted: Type.Integer({
      minimum: 0,
      description: 'Failures of this key pair that followed within the minute and are not listed',
      examples: [0],
    }),
  },
  { title: 'FailedRequest' },
);
export type PresentedFailure = Static<typeof FailedRequestAnswer>;

export const RequestAnswer = Type.Object(
  {
    request_id: requestId,
    failure: Type.Union([
      Type.Object({
        ...FailedRequestAnswer.properties,
        explanation: Type.Object({
          meaning: Text('Fields are missing or not valid.'),
          remedy: Text('Correct the fields.'),
        }),
      }),
      Type.Null(),
    ]),
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
