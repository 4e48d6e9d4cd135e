/**
 * The envelope of interface B (docs/contract/partner.md, "Partner envelope"), used by all JSON addresses except
 * interface A's: how its answers are made, and their schemas. Must not contain rules.
 */
import { type TSchema, Type } from 'typebox';
import type { AppError } from '../../base/errors/app-error.ts';
import { catalog, type ErrorCode } from '../../base/errors/catalog.ts';
import { type ErrorShape, exampleError } from '../../core/http/answers.ts';

const detailsMax = 100;
const exampleRequestId = '0c9e5f0a-6d1b-4c58-9a53-2f6f3f1f6a10';

export const partnerSuccess = <Data>(data: Data) => ({ status: true as const, data });

/** As `partnerSuccess`, of data that is JSON already. */
export const successText = (data: string): string => `{"status":true,"data":${data}}`;

export const partnerPage = <Item>(data: Item[], nextCursor: string | null) => ({
  status: true as const,
  data,
  next_cursor: nextCursor,
});

export const partnerFailure = (error: AppError, requestId: string) => ({
  status: false,
  error: {
    code: error.code,
    message: error.message,
    details: error.details.slice(0, detailsMax),
    request_id: requestId,
  },
});

export const dataOf = <Schema extends TSchema>(data: Schema) => Type.Object({ status: Type.Literal(true), data });

export const pageOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({
    status: Type.Literal(true),
    data: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'For the next page; null on the last one',
      examples: [null],
    }),
  });

/** @param prefix of the names of an interface's errors in the OpenAPI document. */
export const failureShape = (prefix: string): ErrorShape => ({
  prefix,
  statusOf: (code) => catalog[code].http,
  render: (_status, codes) => ({
    schema: Type.Object({
      status: Type.Literal(false),
      error: Type.Object({
        code: Type.Enum([...codes]),
        message: Type.String(),
        details: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
        request_id: Type.String({ format: 'uuid' }),
      }),
    }),
    example: partnerFailure(exampleError(codes[0] as ErrorCode), exampleRequestId),
  }),
});
