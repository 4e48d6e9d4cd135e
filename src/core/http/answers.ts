/**
 * Declarations of a route's answers, in the form of the OpenAPI document: headers, content type, schema and example per
 * status. Shared by all interfaces; each adds its own envelope.
 */
import type { FastifyInstance, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { csvRows } from '../../base/csv/csv.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { catalog, type ErrorCode } from '../../base/errors/catalog.ts';
import { exampleOf } from '../../base/schemas/example.ts';

export type Header = { description: string; required?: true; schema: TSchema };

export type Answer = {
  /** Its name in the document's `components.responses`; without one it is written inline. */
  'x-name'?: string;
  description: string;
  headers: Record<string, Header>;
  content?: Record<string, { schema: TSchema; example?: unknown }>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route declares to answer, by status. */
    answers?: ReadonlyMap<string, Answer>;
  }
}

/**
 * Keeps what routes declare to answer out of Fastify's sight: it would make a serializer for each answer of each route, in
 * arrays as long as the highest status, 10 MiB in all. Answers are written as they are, because amounts are exact JSON
 * numbers, which a serializer made from a schema would round. Call it before the first route.
 */
export function keepAnswersApart(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { response, ...schema } = route.schema ?? {};
    if (response === undefined) return;
    route.schema = schema;
    declareAnswers(route, response as Record<string, Answer>);
  });
}

/** For a hook that declares what its routes answer. */
export function declareAnswers(route: RouteOptions, answers: Record<string, Answer>): void {
  route.config = { ...route.config, answers: new Map(Object.entries(answers)) };
}

const none: ReadonlyMap<string, Answer> = new Map();

export const answersOf = ({ config }: Pick<RouteOptions, 'config'>): ReadonlyMap<string, Answer> =>
  config?.answers ?? none;

/** Answers by status, typed as their bodies, because the type provider checks handlers against that type. */
export type Declared<Bodies> = { [Status in keyof Bodies]: Bodies[Status] };

/** On every answer of a route. */
export const requestIdHeader = {
  'X-Request-Id': {
    description: 'Quote it when you contact support about a request',
    required: true,
    schema: Type.String({ format: 'uuid' }),
  },
} as const satisfies Record<string, Header>;

export const replayedHeader = {
  'Idempotent-Replayed': {
    description: 'This is the response to an earlier request; nothing was done again',
    schema: Type.Literal('true'),
  },
} as const satisfies Record<string, Header>;

const wholeSeconds = Type.String({ pattern: '^[0-9]+$' });

export const retryAfterHeader = {
  'Retry-After': { description: 'Seconds to wait before retrying', schema: wholeSeconds },
} as const satisfies Record<string, Header>;

const limitHeaders = { 'Retry-After': { ...retryAfterHeader['Retry-After'], required: true } } as const;

/** Errors that any request may get, whatever its route. */
export const everyRequest: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

/** Errors that any request with a body may get. */
export const everyBody: readonly ErrorCode[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type'];

export const jsonAnswer = (schema: TSchema, description: string, headers: Record<string, Header> = {}): Answer => ({
  description,
  headers: { ...requestIdHeader, ...headers },
  content: { 'application/json': { schema, example: exampleOf(schema) } },
});

const fileName = {
  'Content-Disposition': { description: 'Names the file', required: true, schema: Type.String() },
} as const satisfies Record<string, Header>;

/** @param columns of its first line. */
export const csvContent = (columns: readonly string[]): NonNullable<Answer['content']> => ({
  'text/csv': {
    schema: Type.String({ pattern: `^${csvRows([columns])}` }),
    example: csvRows([columns]),
  },
});

/** @param columns of its first line. */
export const csvAnswer = (columns: readonly string[], description: string): Answer => ({
  description,
  headers: { ...requestIdHeader, ...fileName },
  content: csvContent(columns),
});

/** A file that is sent as it was stored. */
export const fileAnswer = (contentType: string, description: string): Answer => ({
  description,
  headers: { ...requestIdHeader, ...fileName },
  content: { [contentType]: { schema: Type.String() } },
});

export const htmlAnswer = (description: string, headers: Answer['headers'] = {}): Answer => ({
  description,
  headers: { ...requestIdHeader, ...headers },
  content: { 'text/html': { schema: Type.String() } },
});

/** A page to print. */
export const printAnswer = (description: string): Answer => htmlAnswer(description, fileName);

/**
 * Groups error codes by HTTP status, with one answer per status.
 * @param render the envelope for the codes of one status.
 */
export function errorAnswers(
  codes: readonly ErrorCode[],
  { prefix, statusOf, render }: ErrorShape,
): Record<number, Answer> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const status = statusOf(code);
    groups.set(status, [...(groups.get(status) ?? []), code].sort());
  }
  return Object.fromEntries([...groups].map(([status, group]) => [status, errorAnswer(status, group, prefix, render)]));
}

export type ErrorShape = {
  prefix: string;
  statusOf: (code: ErrorCode) => number;
  render: (status: number, codes: readonly ErrorCode[]) => { schema: TSchema; example: unknown };
};

const nameOf = (code: string): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** By their names: hundreds of routes have the same few. */
const errorAnswersMade = new Map<string, Answer>();

function errorAnswer(status: number, codes: ErrorCode[], prefix: string, render: ErrorShape['render']): Answer {
  const name = `${prefix}${status}${codes.map(nameOf).join('Or')}`;
  const answer = errorAnswersMade.get(name) ?? makeErrorAnswer(name, status, codes, render);
  errorAnswersMade.set(name, answer);
  return answer;
}

function makeErrorAnswer(name: string, status: number, codes: ErrorCode[], render: ErrorShape['render']): Answer {
  return {
    'x-name': name,
    description: codes.map((code) => catalog[code].message.replace(/\.?$/, '.')).join(' '),
    headers: {
      ...requestIdHeader,
      ...(status === 429 ? limitHeaders : {}),
      ...(status === 503 ? retryAfterHeader : {}),
    },
    content: { 'application/json': render(status, codes) },
  };
}

/** An error for use as an example. */
export const exampleError = (code: ErrorCode): AppError => new AppError(code);

/**
 * Makes startup fail when a route does not declare a success answer or one of the interface's common errors. Call it
 * before the first route of the scope.
 */
export function requireDeclaredAnswers(app: FastifyInstance, common: readonly number[]): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    for (const route of routes) {
      const missing = missingOf(route, common);
      if (missing.length > 0) throw new Error(`${route.method} ${route.url} does not declare ${missing.join(', ')}`);
    }
  });
}

function missingOf(route: RouteOptions, common: readonly number[]): string[] {
  const { schema } = route;
  const statuses = [...answersOf(route).keys()].map(Number);
  // A 405 route for the remaining methods of a path.
  if (statuses.length === 1 && statuses[0] === 405) return [];
  const missing = common.filter((status) => !statuses.includes(status)).map(String);
  if (!statuses.some((status) => status < 400)) missing.push('its success');
  if (schema?.hide !== true && schema?.operationId === undefined) missing.push('its operationId');
  return missing;
}

/** For a route that validates its body itself, to use its own messages. */
export const validatedByRoute = { validatorCompiler: () => () => true };

/** The documented schema of such a body. It is not enforced, so the type allows anything. */
export const describedBody = (schema: TSchema) => Type.Unsafe<Record<string, unknown>>(schema);
