/** What a page's route reads of a request: fields of its form, its query, and where it comes from. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isPlainText } from '../http/text.ts';
import type { Visit } from '../people/people.ts';

/** No field is longer; a password manager's longest is far below. */
const fieldLengthMax = 512;

/** A field of a form as text; '' when absent. @throws AppError `validation_failed` for what no form of ours sends. */
export function fieldOf(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name] ?? '';
  if (typeof value !== 'string' || value.length > fieldLengthMax || !isPlainText(value)) {
    throw new AppError('validation_failed');
  }
  return value;
}

/** A query's value as text; '' when absent or given twice. */
export function queryOf(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

export const visitOf = (request: FastifyRequest): Visit => ({
  cookie: request.headers.cookie,
  address: request.ip,
  userAgent: request.headers['user-agent'],
});
