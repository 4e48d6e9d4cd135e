/** Declarations of interface A's routes: their security, and their answers in its envelope. */
import { type TSchema, Type } from 'typebox';
import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import {
  type Answer,
  type Declared,
  type ErrorShape,
  errorAnswers,
  everyBody,
  everyRequest,
  exampleError,
  jsonAnswer,
  replayedHeader,
} from '../../core/http/answers.ts';
import { merchantFailure, merchantMessageLengthMax, merchantStatus } from './envelope.ts';

const everyBearer: readonly ErrorCode[] = ['token_missing', 'token_invalid', 'token_expired', 'merchant_not_active'];

const everyKeyPair: readonly ErrorCode[] = [
  'invalid_client_id',
  'invalid_secret_id',
  'wrong_environment',
  'merchant_not_active',
  'rate_limited',
];

const statusOf = (code: ErrorCode): number => merchantStatus(new AppError(code));

/** The statuses that every route has to declare. */
export const merchantCommonStatuses: readonly number[] = [...new Set(everyRequest.map(statusOf))].sort();

const merchantErrorShape: ErrorShape = {
  prefix: 'Merchant',
  statusOf,
  render: (status, codes) => ({
    schema: Type.Object({
      message: Type.Object({
        code: Type.Literal(status),
        error: Type.Array(Type.String({ maxLength: merchantMessageLengthMax }), { minItems: 1, maxItems: 1 }),
      }),
      data: Type.Array(Type.Unknown(), { maxItems: 0 }),
      type: Type.Literal('error'),
    }),
    example: merchantFailure(exampleError(codes[0] as ErrorCode)),
  }),
};

type Options = {
  by: 'bearer' | 'keys' | 'either';
  /** In addition to those of every such route. */
  codes?: readonly ErrorCode[];
  reads?: boolean;
  idempotent?: boolean;
};

const envelopeOf = <Word extends 'SUCCESS' | 'CREATED', Data extends TSchema>(word: Word, data: Data) =>
  Type.Object({
    message: Type.Object({
      code: Type.Literal(200),
      success: Type.Array(Type.Literal(word), { minItems: 1, maxItems: 1 }),
    }),
    data,
    type: Type.Literal('success'),
  });

function answersOf(success: TSchema, { by, codes = [], reads = false, idempotent = false }: Options) {
  const headers: Answer['headers'] = idempotent ? replayedHeader : {};
  const possible: ErrorCode[] = [
    ...everyRequest,
    ...(by === 'keys' ? [] : everyBearer),
    ...(by === 'bearer' ? [] : everyKeyPair),
    ...(reads ? [] : [...everyBody, 'validation_failed' as const, 'forbidden' as const]),
    ...(idempotent ? ['idempotency_conflict' as const] : []),
    ...codes,
  ];
  return { 200: jsonAnswer(success, 'Done', headers), ...errorAnswers(possible, merchantErrorShape) };
}

/** Answers with the message `SUCCESS`. */
export const merchantAnswers = <Data extends TSchema>(data: Data, options: Options) => {
  const success = envelopeOf('SUCCESS', data);
  return answersOf(success, options) as unknown as Declared<{ 200: typeof success }>;
};

/** Answers with the message `CREATED`. */
export const createdAnswers = <Data extends TSchema>(data: Data, options: Options) => {
  const success = envelopeOf('CREATED', data);
  return answersOf(success, options) as unknown as Declared<{ 200: typeof success }>;
};

const securities = { bearer: [{ MerchantToken: [] }], none: [], optional: [{ MerchantToken: [] }, {}] };

/** @param security `none`: the key pair is in the body. `optional`: it may be. */
export const merchantOperation = (operationId: string, summary: string, security: keyof typeof securities) => ({
  operationId,
  tags: ['merchant'],
  summary,
  security: securities[security],
});

/** Gives the sandbox's copies of the routes their own operation ids, which must be unique in the document. */
export function nameSandboxOperations(route: { schema?: { operationId?: string; tags?: readonly string[] } }): void {
  if (route.schema?.operationId === undefined) return;
  route.schema = { ...route.schema, operationId: `${route.schema.operationId}InSandbox`, tags: ['sandbox'] };
}
