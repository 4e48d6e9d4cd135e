/**
 * How bodies are read: JSON objects, exactly; forms on the customer's pages. Everything else is refused. Null means
 * absent, so a null field is gone before a schema looks.
 */
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { parseJsonObject } from './exact-json.ts';

export const bodyBytesMax = 262_144;

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    // Some clients name a type for no body at all; routes that need a body refuse its absence.
    if (body.length === 0) return done(null, undefined);
    const parsed = parseJsonObject(body as Buffer);
    if (!parsed.ok) done(new AppError('malformed_json'));
    else done(null, dropNulls(parsed.value));
  });
}

/** For the customer's pages only. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
}

/** For notices whose signature covers their bytes: nothing is parsed, whatever type is named. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Refuses a request without a body where one is needed; a body that is there is an object by now. */
export async function requireBody(request: { body: unknown }): Promise<void> {
  if (request.body === undefined || request.body === null) throw new AppError('malformed_json');
}

function dropNulls(value: Record<string, unknown>): Record<string, unknown> {
  for (const [key, field] of Object.entries(value)) {
    if (field === null) delete value[key];
    else if (Array.isArray(field)) field.forEach(dropNullsOfItem);
  }
  return value;
}

function dropNullsOfItem(item: unknown): void {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return;
  const fields = item as Record<string, unknown>;
  for (const key of Object.keys(fields)) if (fields[key] === null) delete fields[key];
}
