/** Who calls interface B and how often: before a body is read (ARCHITECTURE.md, "Recording an order"). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type KeyActor, keyActor, originOf } from '../../access/actor.ts';
import type { HolderStatus } from '../../access/roles.ts';
import type { Authenticator } from '../../api-keys/authenticate.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Header } from '../../http/answers.ts';
import type { RateWindow } from '../../http/rate-window.ts';

/** The company behind a request, as its key pair says. */
export type PartnerCaller = {
  clientId: string;
  holderId: bigint;
  holderKind: 'company' | 'merchant';
  holderStatus: HolderStatus;
  mode: 'test' | 'live';
  ordersPerMinute: number;
  requireExactSplits: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    partner: PartnerCaller | null;
  }
}

/** The company of an authenticated request. */
export function partnerOf(request: FastifyRequest): PartnerCaller {
  if (request.partner === null) throw new AppError('invalid_credentials');
  return request.partner;
}

/** Who acts in an authenticated request. */
export const partnerActor = (request: FastifyRequest): KeyActor => keyActor(partnerOf(request), originOf(request));

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** 401 for a pair that is missing, unknown or mismatched; 403 for the live key of a company that is not active. */
export function requirePartner(authenticator: Authenticator) {
  return async (request: FastifyRequest): Promise<void> => {
    const clientId = headerOf(request, 'x-client-id');
    const clientSecret = headerOf(request, 'x-client-secret');
    if (clientId === undefined || clientSecret === undefined) throw new AppError('invalid_credentials');
    const check = await authenticator.checkPair(clientId, clientSecret, 'company');
    if (!check.ok) throw new AppError('invalid_credentials');
    const { caller } = check;
    if (caller.mode === 'live' && caller.holderStatus !== 'active') throw new AppError('company_not_active');
    request.partner = caller;
  };
}

/** What `limitOrders` adds to every answer behind it. */
export const limitOrdersHeaders = {
  'RateLimit-Policy': {
    description: 'The quota of the company: requests in a window of seconds',
    schema: Type.String({ pattern: '^"orders";q=[0-9]+;w=60$' }),
  },
  RateLimit: {
    description: 'How many requests are left, and in how many seconds there are more',
    schema: Type.String({ pattern: '^"orders";r=[0-9]+;t=[0-9]+$' }),
  },
} as const satisfies Record<string, Header>;

/** The window of order pushes; every answer says how much of it is left (docs/contract.md, "Rate limit"). */
export function limitOrders(window: RateWindow) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { holderId, mode, ordersPerMinute } = partnerOf(request);
    const taken = window.take(`${holderId}/${mode}`, ordersPerMinute);
    reply.header('ratelimit-policy', `"orders";q=${ordersPerMinute};w=60`);
    reply.header('ratelimit', `"orders";r=${taken.left};t=${taken.resetSeconds}`);
    if (!taken.ok) throw new AppError('rate_limited', { retryAfterSeconds: taken.retryAfterSeconds });
  };
}
