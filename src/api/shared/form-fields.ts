/** Reads form fields and the visitor's origin from a page request. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { originOf, visitorActor } from '../../core/access/actor.ts';
import { isPlainText } from '../../core/http/text.ts';
import type { Visit } from '../../features/people/people.ts';
import { languageOf } from './reader-language.ts';

/** Longer values are refused; no password manager generates longer ones. */
const fieldLengthMax = 512;

/**
 * A form field as text; '' when absent. @throws AppError `validation_failed` for a value that no form of ours can send.
 */
export function fieldOf(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name] ?? '';
  if (typeof value !== 'string' || value.length > fieldLengthMax || !isPlainText(value)) {
    throw new AppError('validation_failed');
  }
  return value;
}

/** The browser, before anyone has found out whose it is. */
export const visitOf = (request: FastifyRequest): Visit => ({
  ...visitorActor(originOf(request)),
  cookie: request.headers.cookie,
  address: request.ip,
  userAgent: request.headers['user-agent'],
  language: languageOf(request.headers),
});
