/**
 * Authentication and rate limit of interface B. Both must run before the body is read (docs/contract/partner.md,
 * "Errors" and "Rate limit").
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { TestClockReader } from '../../base/clock/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { type KeyActor, keyActor, originOf } from '../../core/access/actor.ts';
import type { HolderStatus } from '../../core/access/roles.ts';
import type { Header } from '../../core/http/answers.ts';
import type { RateWindow } from '../../core/http/rate-window.ts';
import type { Authenticator, Caller } from '../../features/api-keys/authenticate.ts';
import type { Trials } from '../../features/api-keys/trials.ts';
import type { CashRules } from '../../features/cash/cash-rules.ts';

/** The company of a request, identified by its key pair. */
type PartnerCaller = {
  clientId: string;
  holderId: bigint;
  holderKind: 'company' | 'merchant';
  holderStatus: HolderStatus;
  mode: Mode;
  ordersPerMinute: number;
  bulkRequestsPerMinute: number;
  requireExactSplits: boolean;
  cash: CashRules | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    partner: PartnerCaller | null;
    /** What the rate window counted for this request. */
    orderSlot: number | null;
  }
}

/** @throws AppError `invalid_credentials` when the request is not authenticated. */
export function partnerOf(request: FastifyRequest): PartnerCaller {
  if (request.partner === null) throw new AppError('invalid_credentials');
  return request.partner;
}

export const partnerActor = (request: FastifyRequest): KeyActor => keyActor(partnerOf(request), originOf(request));

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

type RequirePartnerDeps = { authenticator: Authenticator; trials: Trials; testClocks: TestClockReader };

/** @throws AppError for credentials and company status, as in docs/contract/partner.md, "Errors". */
export function requirePartner({ authenticator, trials, testClocks }: RequirePartnerDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    const tried = trials.callerOf(request.headers);
    if (tried?.holderKind === 'company') {
      request.partner = tried;
      return;
    }
    const clientId = headerOf(request, 'x-client-id');
    const clientSecret = headerOf(request, 'x-client-secret');
    if (clientId === undefined || clientSecret === undefined) throw new AppError('invalid_credentials');
    const check = await authenticator.checkPair(clientId, clientSecret, 'company');
    if (!check.ok) throw new AppError('invalid_credentials');
    request.partner = admitted(check.caller);
    if (check.caller.mode === 'test') await testClocks.catchUp();
  };
}

function admitted(caller: Caller): Caller {
  if (caller.mode === 'live' && caller.holderStatus !== 'active') throw new AppError('company_not_active');
  return caller;
}

/** For a request that has waited: its pair may have been revoked meanwhile. @throws AppError as `requirePartner`. */
export function requirePartnerStill({ authenticator, trials }: Omit<RequirePartnerDeps, 'testClocks'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (trials.callerOf(request.headers) !== undefined) return;
    const caller = await authenticator.findLiveKeyAnew(partnerOf(request).clientId);
    if (caller === undefined) throw new AppError('invalid_credentials');
    admitted(caller);
  };
}

/** A rate limit by its name in the headers. */
const policies = {
  orders: ({ ordersPerMinute }: PartnerCaller): number => ordersPerMinute,
  'orders-bulk': ({ bulkRequestsPerMinute }: PartnerCaller): number => bulkRequestsPerMinute,
} as const;
type Policy = keyof typeof policies;

/** The headers `limitRequests` adds to every answer. */
export const limitHeaders = (policy: Policy) =>
  ({
    'RateLimit-Policy': {
      description: 'The quota of the company: requests in a window of seconds',
      schema: Type.String({ pattern: `^"${policy}";q=[0-9]+;w=60$` }),
    },
    RateLimit: {
      description: 'How many requests are left, and in how many seconds the quota is renewed',
      schema: Type.String({ pattern: `^"${policy}";r=[0-9]+;t=[0-9]+$` }),
    },
  }) as const satisfies Record<string, Header>;

/**
 * Limits a route's requests and adds the headers that report the remaining quota (docs/contract/partner.md, "Rate
 * limit").
 */
export function limitRequests(policy: Policy, window: RateWindow) {
  const quotaOf = policies[policy];
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = partnerOf(request);
    const quota = quotaOf(caller);
    const taking = window.take(`${caller.holderId}/${caller.mode}`, quota);
    const taken = taking instanceof Promise ? await taking : taking;
    reply.header('ratelimit-policy', `"${policy}";q=${quota};w=60`);
    reply.header('ratelimit', `"${policy}";r=${taken.left};t=${taken.resetSeconds}`);
    if (!taken.ok) throw new AppError('rate_limited', { retryAfterSeconds: taken.retryAfterSeconds });
    request.orderSlot = taken.slot;
  };
}

/** A request that is answered 503 is to be sent again, and does not count. */
export function uncountUnavailable(window: RateWindow) {
  return (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void => {
    if (reply.statusCode === 503 && request.orderSlot !== null) {
      const { holderId, mode } = partnerOf(request);
      window.giveBack(`${holderId}/${mode}`, request.orderSlot);
    }
    done();
  };
}
