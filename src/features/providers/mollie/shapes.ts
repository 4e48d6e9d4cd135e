/** What is read of Mollie's answers (docs.mollie.com/reference). An answer of another shape is none. */
import { type Static, Type } from 'typebox';

const Amount = Type.Object({ currency: Type.String(), value: Type.String() });
/** What we sent with an object; other objects of the account may have anything. */
const Metadata = Type.Optional(Type.Unknown());
const Link = Type.Object({ href: Type.String() });
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

export const Payment = Type.Object({
  id: Type.String(),
  mode: Type.String(),
  status: Type.String(),
  amount: Amount,
  /** Of a charge that is captured later: what was captured, and until when it can be. */
  captureMode: Text,
  amountCaptured: Type.Optional(Type.Union([Amount, Type.Null()])),
  captureBefore: Text,
  method: Text,
  isCancelable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  metadata: Metadata,
  details: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ cardNumber: Text, consumerAccount: Text, failureReason: Text })]),
  ),
  _links: Type.Optional(Type.Object({ checkout: Type.Optional(Type.Union([Link, Type.Null()])) })),
});
export type Payment = Static<typeof Payment>;

export const Capture = Type.Object({ id: Type.String(), status: Type.String(), metadata: Metadata });
export type Capture = Static<typeof Capture>;

export const Refund = Type.Object({ id: Type.String(), status: Type.String(), metadata: Metadata });
export type Refund = Static<typeof Refund>;

export const Chargeback = Type.Object({
  id: Type.String(),
  amount: Amount,
  reversedAt: Text,
  reason: Type.Optional(Type.Union([Type.Null(), Type.Object({ code: Type.String() })])),
  /** Only with `embed=payment`, which is always asked for. */
  _embedded: Type.Object({ payment: Payment }),
});
export type Chargeback = Static<typeof Chargeback>;

export const List = Type.Object({
  _embedded: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  _links: Type.Object({ next: Type.Optional(Type.Union([Link, Type.Null()])) }),
});
