/**
 * Body parsers: exact JSON objects, and forms on the customer's pages. Any other type is refused. Null means absent, so
 * null fields are removed before validation.
 */
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { turnBytesMax, turnFor } from './body-turns.ts';
import { parseJsonObject } from './exact-json.ts';
import { readForm } from './read-form.ts';

/** For a body with at most one order. An order with every field at its limit has less than 60,000 bytes. */
export const bodyBytesMax = turnBytesMax;
/** For a body that names many objects or carries a picture. */
export const listBytesMax = 262_144;
/** For a body sent without a session or key. */
export const strangerBytesMax = 16_384;

/** A body of up to this many bytes is read at once. */
const smallBytesMax = 8_192;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields in which null is refused with the other wrong values, because their absence moves all the money there is. */
    nullIsWrong?: readonly string[];
    /** Fields that are `true` in JSON and the text of it in a form. */
    trueFields?: readonly string[];
  }
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Some clients send a content type without a body. Routes that need a body refuse its absence.
    if (body.length === 0) return done(null, undefined);
    const read = (): void => {
      const object = readJsonObject(body as Buffer, request.routeOptions.config.nullIsWrong);
      if (object === undefined) done(new AppError('malformed_json'));
      else done(null, object);
    };
    if (body.length <= smallBytesMax) read();
    else void turnFor(body.length).then(read);
  });
}

/**
 * JSON, and beside it forms as PHP's `http_build_query` writes them: fields of text, each at most once. A field with an empty
 * value is sent, as in JSON the empty string.
 */
export function acceptJsonAndForms(app: FastifyInstance): void {
  acceptJsonOnly(app);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const form = readForm(body as string);
    if (!form.ok) return done(new AppError(form.code, { message: form.message }));
    const { trueFields = [] } = request.routeOptions.config;
    for (const name of trueFields) if (form.fields[name] === 'true') form.fields[name] = true;
    done(null, form.fields);
  });
}

/**
 * @param nullIsWrong fields whose null stays.
 * @returns undefined when it is not a JSON object.
 */
export function readJsonObject(body: Buffer, nullIsWrong: readonly string[] = []): Record<string, unknown> | undefined {
  const parsed = parseJsonObject(body);
  return parsed.ok ? dropNulls(parsed.value, nullIsWrong) : undefined;
}

/** For a route that reads its JSON in parts: the body is not parsed. */
export function acceptUnparsedJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body.length === 0 ? undefined : body),
  );
}

/** Bounds the bodies of a scope's routes that have no bound of their own. Call it before the first route. */
export function limitBodies(app: FastifyInstance, bytesMax: number): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= bytesMax;
  });
}

/** For the customer's pages only: replaces JSON by form bodies. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
}

/** For webhooks whose signature covers the raw bytes: the body is never parsed, whatever its content type. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * For files that are too large to be held: the handler gets the stream, which ends with a `payload_too_large` beyond the
 * limit of the route.
 */
export function acceptStream(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return done(new AppError('payload_too_large'));
    done(null, upTo(bodyLimit, payload));
  });
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported_media_type', { message: 'The Content-Type must be application/octet-stream.' })),
  );
}

async function* upTo(bytesMax: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new AppError('payload_too_large');
    yield chunk;
  }
}

/** Refuses a request without a body. A body that is present has already been parsed as an object. */
export async function requireBody(request: { body: unknown }): Promise<void> {
  if (request.body === undefined || request.body === null) throw new AppError('malformed_json');
}

function dropNulls(value: Record<string, unknown>, kept: readonly string[]): Record<string, unknown> {
  dropNullsOf(value, kept);
  for (const field of Object.values(value)) {
    if (Array.isArray(field)) for (const item of field) dropNullsOf(item, kept);
    else dropNullsOf(field, kept);
  }
  return value;
}

function dropNullsOf(item: unknown, kept: readonly string[]): void {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return;
  const fields = item as Record<string, unknown>;
  for (const key of Object.keys(fields)) if (fields[key] === null && !kept.includes(key)) delete fields[key];
}
