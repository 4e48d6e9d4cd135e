/**
 * Stands between Sluice and an opened live provider, whose code may be anybody's: what it answers is checked, an error of its own
 * is `unavailable`, and a call has an end. Its errors' messages may hold secrets, and are not handed on.
 */
import { type TSchema, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { AppError } from '../../base/errors/app-error.ts';
import { cardBrands } from './card-brands.ts';
import { disputeStatuses, type OpenedProvider, type Provider } from './provider.ts';

/** Before the sweep first queries an attempt. */
const callMaxMs = 100_000;
/** A customer waits for it, and may then be sent to another provider. */
const beginMaxMs = 25_000;

const Ref = Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()]);
const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
const Positive = Type.BigInt({ exclusiveMinimum: 0n });
const Unsigned = Type.BigInt({ minimum: 0n });
const declineReasons = ['declined', 'insufficient_funds', 'processing_error', 'not_confirmed', 'abandoned'];

const Succeeded = Type.Object({
  kind: Type.Literal('succeeded'),
  amount: Positive,
  currency: Currency,
  cardLastFour: Type.Union([Type.String({ pattern: '^[0-9]{4}$' }), Type.Null()]),
  cardBrand: Type.Optional(Type.Union([Type.Enum(cardBrands.map(({ name }) => name)), Type.Null()])),
  payerEmail: Type.Union([Type.String({ maxLength: 254 }), Type.Null()]),
});
const isDate = (value: unknown): boolean => value instanceof Date && !Number.isNaN(value.getTime());
const Authorized = Type.Object({
  ...Succeeded.properties,
  kind: Type.Literal('authorized'),
  capturableUntil: Type.Union([Type.Unsafe<Date>(Type.Refine(Type.Object({}), isDate)), Type.Null()]),
});
const Declined = Type.Object({ kind: Type.Literal('declined'), reason: Type.Enum(declineReasons) });
const Pending = Type.Object({ kind: Type.Literal('pending') });
const State = Type.Union([Succeeded, Authorized, Declined, Pending]);
const Begun = Type.Intersect([
  Type.Union([
    ...State.anyOf,
    Type.Object({ kind: Type.Literal('continue'), address: Type.String({ pattern: '^https?://', maxLength: 4096 }) }),
  ]),
  Type.Object({ providerRef: Ref }),
]);
/** Also of a charge that was found without its reference. */
const Found = Type.Intersect([State, Type.Object({ providerRef: Type.Optional(Type.Union([Type.Undefined(), Ref])) })]);
const Refunded = Type.Union([
  Type.Object({ kind: Type.Enum(['succeeded', 'pending']) }),
  Type.Object({ kind: Type.Literal('failed'), reason: Type.String({ minLength: 1, maxLength: 255 }) }),
]);
const Submitted = Type.Union([
  Type.Object({ kind: Type.Literal('submitted') }),
  Type.Object({ kind: Type.Literal('refused'), reason: Type.String({ minLength: 1, maxLength: 255 }) }),
]);
const Count = Type.Integer({ minimum: 0, maximum: 100 });
const Disputed = Type.Object({
  // It is part of addresses.
  id: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,100}$' }),
  attemptId: Type.String({ minLength: 1, maxLength: 100 }),
  amount: Positive,
  currency: Currency,
  withdrawals: Type.Integer({ minimum: 1, maximum: 100 }),
  returns: Count,
  fee: Type.Optional(
    Type.Union([Type.Undefined(), Type.Object({ currency: Currency, charged: Unsigned, returned: Unsigned })]),
  ),
  standing: Type.Optional(
    Type.Union([
      Type.Undefined(),
      Type.Object({
        status: Type.Enum([...disputeStatuses]),
        reason: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
        evidenceDueAt: Type.Union([Type.Unsafe<Date>(Type.Object({})), Type.Null()]),
      }),
    ]),
  ),
});
const Notice = Type.Union([
  Type.Object({
    kind: Type.Literal('charge'),
    attemptId: Type.String(),
    providerRef: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('refund'), refundId: Type.String() }),
  Type.Object({ kind: Type.Literal('refunds'), attemptId: Type.String() }),
  Type.Object({
    kind: Type.Literal('disputes'),
    reference: Type.String({ minLength: 1, maxLength: 255 }),
    attemptId: Type.Optional(Type.Union([Type.Undefined(), Type.String()])),
  }),
]);
const Read = Type.Union([
  Type.Object({ ok: Type.Literal(true), notices: Type.Array(Notice, { maxItems: 1_000 }) }),
  Type.Object({ ok: Type.Literal(false) }),
]);

const Nothing = Type.Undefined();

/** What the answer to each call must be. */
const answers = {
  begin: Begun,
  confirm: Found,
  close: Found,
  capture: Found,
  refund: Refunded,
  findRefund: Type.Union([Refunded, Nothing]),
  findDisputes: Type.Array(Disputed, { maxItems: 1_000 }),
  submitEvidence: Submitted,
  readNotice: Read,
} as const satisfies Partial<Record<keyof OpenedProvider, TSchema>>;

type Call = keyof typeof answers;

/** `outcome`: the kind of its answer, `ok` for one without a kind, or `unavailable`. */
export type OnProviderCall = (provider: string, call: string, outcome: string, seconds: number) => void;

/** @param maxMs of every call, for tests to replace. @param onCall is told of every call that has ended. */
export function guardProvider(
  opened: OpenedProvider,
  { name, title, statement }: Pick<Provider, 'name' | 'title' | 'statement'>,
  { maxMs, onCall }: { maxMs?: number; onCall?: OnProviderCall | undefined } = {},
): Provider {
  const guarded = Object.keys(answers).flatMap((key) => {
    const call = key as Call;
    const own = opened[call]?.bind(opened) as ((request: unknown) => Promise<unknown>) | undefined;
    if (own === undefined) return [];
    const ownMaxMs = maxMs ?? (call === 'begin' ? beginMaxMs : callMaxMs);
    const guardedCall = async (request: unknown) => {
      const began = performance.now();
      let outcome = 'unavailable';
      try {
        const answer = await ask(() => own(request), `${title}: ${call}`, answers[call], ownMaxMs);
        outcome = (answer as { kind?: string } | undefined)?.kind ?? 'ok';
        return answer;
      } finally {
        onCall?.(name, call, outcome, (performance.now() - began) / 1_000);
      }
    };
    return [[call, guardedCall]];
  });
  const provider: Provider = { ...opened, ...Object.fromEntries(guarded), name, title, statement };
  return {
    ...provider,
    async begin(request) {
      if (request.mode !== 'live') throw new AppError('forbidden');
      return provider.begin(request);
    },
  };
}

async function ask(call: () => Promise<unknown>, what: string, Answer: TSchema, maxMs: number): Promise<unknown> {
  const answer = await endedBy(call, what, maxMs).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw unavailable(`${what} failed with ${error instanceof Error ? error.name : typeof error}`);
  });
  if (Check(Answer, answer)) return answer;
  const [first] = Errors(Answer, answer);
  throw unavailable(`${what} gave what no provider may give${first ? `, at ${first.instancePath || '/'}` : ''}`);
}

async function endedBy<T>(call: () => Promise<T>, what: string, maxMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(`${what} took more than ${maxMs} ms`)), maxMs);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const unavailable = (why: string): AppError => new AppError('unavailable', { cause: new Error(why) });
