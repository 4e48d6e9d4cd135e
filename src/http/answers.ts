/**
 * What a route declares of its answers, as the OpenAPI document writes it: for every status its headers, content type,
 * schema and example. Shared by the interfaces; the envelopes are each one's own.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { AppError } from '../errors/app-error.ts';
import { catalogue, type ErrorCode } from '../errors/catalogue.ts';
import { exampleOf } from '../schemas/example.ts';

export type Header = { description: string; required?: true; schema: TSchema };

export type Answer = {
  /** Where it stands in the document's `components.responses`; absent: at its route. */
  'x-name'?: string;
  description: string;
  headers: Record<string, Header>;
  content?: Record<string, { schema: TSchema; example?: unknown }>;
};

/** By status. Its type is that of the bodies, which is what the type provider checks handlers against. */
export type Declared<Bodies> = { [Status in keyof Bodies]: Bodies[Status] };

/** Every answer that a route gave carries it. */
export const requestIdHeader = {
  'X-Request-Id': {
    description: 'Quote it when you ask about a request',
    required: true,
    schema: Type.String({ format: 'uuid' }),
  },
} as const satisfies Record<string, Header>;

export const replayedHeader = {
  'Idempotent-Replayed': {
    description: 'The answer was given before; nothing was done again',
    schema: Type.Literal('true'),
  },
} as const satisfies Record<string, Header>;

const wholeSeconds = Type.String({ pattern: '^[0-9]+$' });

export const retryAfterHeader = {
  'Retry-After': { description: 'Seconds after which to send it again', schema: wholeSeconds },
} as const satisfies Record<string, Header>;

const limitHeaders = { 'Retry-After': { ...retryAfterHeader['Retry-After'], required: true } } as const;

/** What any request may meet, whatever its route: before it was read, and when something failed. */
export const everyRequest: readonly ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

/** What any request with a body may meet. */
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
    schema: Type.String({ pattern: `^${columns.join(',')}\\r\\n` }),
    example: `${columns.join(',')}\r\n`,
  },
});

/** @param columns of its first line. */
export const csvAnswer = (columns: readonly string[], description: string): Answer => ({
  description,
  headers: { ...requestIdHeader, ...fileName },
  content: csvContent(columns),
});

export const htmlAnswer = (description: string, headers: Answer['headers'] = {}): Answer => ({
  description,
  headers: { ...requestIdHeader, ...headers },
  content: { 'text/html': { schema: Type.String() } },
});

/** A page to print. */
export const printAnswer = (description: string): Answer => htmlAnswer(description, fileName);

/**
 * Codes grouped by the status they are answered with, each group an answer.
 * @param render the envelope that can hold any of these codes.
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

function errorAnswer(status: number, codes: ErrorCode[], prefix: string, render: ErrorShape['render']): Answer {
  return {
    'x-name': `${prefix}${status}${codes.map(nameOf).join('Or')}`,
    description: codes.map((code) => catalogue[code].message.replace(/\.?$/, '.')).join(' '),
    headers: {
      ...requestIdHeader,
      ...(status === 429 ? limitHeaders : {}),
      ...(status === 503 ? retryAfterHeader : {}),
    },
    content: { 'application/json': render(status, codes) },
  };
}

/** An error of the catalogue as an example shows it. */
export const exampleError = (code: ErrorCode): AppError => new AppError(code);

/**
 * A service with a route that does not declare how it succeeds, or one of its interface's common errors, does not start.
 * Call it before the first route of the scope.
 */
export function requireDeclaredAnswers(app: FastifyInstance, common: readonly number[]): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    for (const { method, url, schema } of routes) {
      const missing = missingOf(schema, common);
      if (missing.length > 0) throw new Error(`${method} ${url} does not declare ${missing.join(', ')}`);
    }
  });
}

function missingOf(schema: FastifySchema | undefined, common: readonly number[]): string[] {
  const statuses = Object.keys(schema?.response ?? {}).map(Number);
  // The other methods of a known path, which have one answer.
  if (statuses.length === 1 && statuses[0] === 405) return [];
  const missing = common.filter((status) => !statuses.includes(status)).map(String);
  if (!statuses.some((status) => status < 400)) missing.push('its success');
  if (schema?.hide !== true && schema?.operationId === undefined) missing.push('its operationId');
  return missing;
}

/** For a route that judges its body by itself, in words of its own. */
export const judgedByRoute = { validatorCompiler: () => () => true };

/** The schema of such a body: what it should be, while it may be anything. */
export const describedBody = (schema: TSchema) => Type.Unsafe<Record<string, unknown>>(schema);
