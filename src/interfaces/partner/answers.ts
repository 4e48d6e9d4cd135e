/** Declarations of interface B's routes: their security, and their answers in its envelope. */
import { type TSchema, Type } from 'typebox';
import { catalogue, type ErrorCode } from '../../errors/catalogue.ts';
import {
  type Answer,
  csvAnswer,
  csvContent,
  type Declared,
  type ErrorShape,
  errorAnswers,
  everyBody,
  everyRequest,
  exampleError,
  jsonAnswer,
  replayedHeader,
} from '../../http/answers.ts';
import { partnerFailure } from './envelope.ts';

const exampleRequestId = '0c9e5f0a-6d1b-4c58-9a53-2f6f3f1f6a10';

/** The error codes of every route. */
const everyCaller: readonly ErrorCode[] = [
  ...everyRequest,
  'invalid_credentials',
  'company_not_active',
  'not_permitted',
];

/** `idempotency_conflict` and `validation_failed` are possible for the `Idempotency-Key` header of every write. */
const everyWrite: readonly ErrorCode[] = [...everyBody, 'idempotency_conflict', 'validation_failed'];

/** The statuses that every route has to declare. */
export const partnerCommonStatuses: readonly number[] = [
  ...new Set(everyCaller.map((code) => catalogue[code].http)),
].sort();

export const partnerErrorShape: ErrorShape = {
  prefix: 'Partner',
  statusOf: (code) => catalogue[code].http,
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
};

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

type Bodies = Record<number, TSchema>;

const describeStatus: Record<string, string> = { 200: 'Done', 201: 'Created', 202: 'Begun' };

function successes(bodies: Bodies, headers: Answer['headers']): Record<number, Answer> {
  return Object.fromEntries(
    Object.entries(bodies).map(([status, schema]) => [
      status,
      jsonAnswer(schema, describeStatus[status] ?? 'Done', headers),
    ]),
  );
}

/** The answers of a read-only route. @param codes in addition to those of every route. */
export const readAnswers = <B extends Bodies>(bodies: B, codes: readonly ErrorCode[] = []): Declared<B> =>
  ({
    ...successes(bodies, {}),
    ...errorAnswers([...everyCaller, ...codes], partnerErrorShape),
  }) as unknown as Declared<B>;

/** The answers of a read-only route in a format other than JSON. */
export const documentAnswers = (answer: Answer, codes: readonly ErrorCode[] = []): Record<string, unknown> => ({
  200: answer,
  ...errorAnswers([...everyCaller, ...codes], partnerErrorShape),
});

/** The answers of a read-only route in JSON or, when the query requests it, CSV. @param columns the CSV header. */
export const readOrCsvAnswers = <Body extends TSchema>(
  body: Body,
  columns: readonly string[],
  codes: readonly ErrorCode[],
): Declared<{ 200: Body }> => {
  const { content, description } = jsonAnswer(body, 'Done');
  const { 'Content-Disposition': fileName, ...headers } = csvAnswer(columns, description).headers;
  const named = { description: 'Names the file, of a CSV', schema: fileName?.schema ?? Type.String() };
  return {
    ...errorAnswers([...everyCaller, ...codes], partnerErrorShape),
    200: {
      description,
      headers: { ...headers, 'Content-Disposition': named },
      content: { ...content, ...csvContent(columns) },
    },
  } as unknown as Declared<{ 200: Body }>;
};

/**
 * The answers of a route that writes.
 * @param codes in addition to those of every write.
 * @param headers of all its answers, including errors.
 */
export const writeAnswers = <B extends Bodies>(
  bodies: B,
  codes: readonly ErrorCode[] = [],
  headers: Answer['headers'] = {},
): Declared<B> =>
  ({
    ...successes(bodies, { ...replayedHeader, ...headers }),
    ...withHeaders(errorAnswers([...everyCaller, ...everyWrite, ...codes], partnerErrorShape), headers),
  }) as unknown as Declared<B>;

/** Answers with extra headers are written inline, because a shared response component would lack them. */
function withHeaders(answers: Record<number, Answer>, headers: Answer['headers']): Record<number, Answer> {
  if (Object.keys(headers).length === 0) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([status, { 'x-name': _shared, ...answer }]) => [
      status,
      { ...answer, headers: { ...answer.headers, ...headers } },
    ]),
  );
}

/** The OpenAPI operation of a route, apart from its schemas. */
export const partnerOperation = (operationId: string, tag: string, summary: string, description?: string) => ({
  operationId,
  tags: [tag],
  summary,
  ...(description === undefined ? {} : { description }),
  security: [{ PartnerClientId: [], PartnerClientSecret: [] }],
});
