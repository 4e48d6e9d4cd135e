/**
 * Finds the client's address behind proxies. Trust is a number of proxies or a list of their networks, counted from this
 * end of X-Forwarded-For, so that nothing a client wrote itself is ever believed.
 */
import { isIP } from 'node:net';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';

/** The number of proxies in front of the service, or their addresses and networks. False: none. */
export type TrustedProxies = false | number | readonly string[];

/** Fastify trusts no one when it is given a number, hence the function. */
export function trustProxyOption(trusted: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return trusted === false ? false : [...trusted];
}

/** @throws AppError `malformed_request` when a proxy names a client that is not an IP address. */
export function assertClientAddress(request: FastifyRequest): void {
  if (isIP(request.ip) !== 0) return;
  throw new AppError('malformed_request', { message: 'The client in X-Forwarded-For is not an IP address.' });
}
