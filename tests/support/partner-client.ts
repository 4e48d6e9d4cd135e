/** Calls interface B without a socket, as one key pair. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { KeyPair } from '../../src/features/api-keys/key-pair.ts';
import { keyHeaders } from './holders.ts';

export type PartnerClient = ReturnType<typeof createPartnerClient>;

type Headers = Record<string, string>;

export const partnerBase = '/partner/v1';

/** Paths are relative to the base of interface B. A string or Buffer is sent as it stands, anything else as JSON. */
export function createPartnerClient(app: FastifyInstance, pair: KeyPair) {
  const call = (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: method as 'GET',
      url: `${partnerBase}${path}`,
      headers: {
        ...keyHeaders(pair),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  return {
    call,
    get: (path: string, headers?: Headers) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Headers) => call('POST', path, body, headers),
  };
}
