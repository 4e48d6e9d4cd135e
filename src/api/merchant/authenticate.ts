/** Authentication of interface A by Bearer token (docs/contract/merchant.md, "Access token"). */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';
import { type KeyActor, keyActor, originOf } from '../../core/access/actor.ts';
import type { Authenticator, Caller } from '../../features/api-keys/authenticate.ts';
import type { Trials } from '../../features/api-keys/trials.ts';
import type { MerchantBase } from '../shared/merchant-bases.ts';
import type { AccessTokens } from './access-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    merchant: Caller | null;
    /** The key pair that a Bearer token was made for, whatever became of it. */
    tokenOf: string | null;
  }
}

/** @throws AppError `token_missing` when the request is not authenticated. */
export function merchantOf(request: FastifyRequest): Caller {
  if (request.merchant === null) throw new AppError('token_missing');
  return request.merchant;
}

export const merchantActor = (request: FastifyRequest): KeyActor => keyActor(merchantOf(request), originOf(request));

/**
 * A suspended merchant can do nothing; a pending one can try everything in test mode (docs/contract/merchant.md,
 * "Access token").
 * @throws AppError `merchant_not_active`.
 */
export function requireActive({ holderStatus, mode }: Caller): void {
  const isUsable = holderStatus === 'active' || (holderStatus === 'pending' && mode === 'test');
  if (!isUsable) throw new AppError('merchant_not_active');
}

const bearerPattern = /^Bearer +([^\s]+) *$/i;

export function requireMerchant(
  base: MerchantBase,
  { tokens, authenticator, trials }: { tokens: AccessTokens; authenticator: Authenticator; trials: Trials },
) {
  return async (request: FastifyRequest): Promise<void> => {
    const tried = trials.callerOf(request.headers);
    if (tried?.holderKind === 'merchant') {
      requireActive(tried);
      request.merchant = tried;
      return;
    }
    const header = request.headers.authorization;
    if (header === undefined || header.trim() === '' || /^Bearer *$/i.test(header)) throw new AppError('token_missing');
    const token = bearerPattern.exec(header)?.[1];
    if (token === undefined) throw new AppError('token_invalid');
    const opened = await tokens.open(token);
    request.tokenOf = ('clientId' in opened ? opened.clientId : undefined) ?? null;
    if (!opened.ok) throw new AppError(opened.reason === 'expired' ? 'token_expired' : 'token_invalid');
    const caller = await authenticator.findLiveKey(opened.clientId);
    if (caller === undefined || caller.holderKind !== 'merchant') throw new AppError('token_invalid');
    if (base === 'sandbox' && caller.mode !== 'test') throw new AppError('token_invalid');
    requireActive(caller);
    request.merchant = caller;
  };
}

/** For a request that has waited: its pair may have been revoked meanwhile. @throws AppError as `requireMerchant`. */
export function requireMerchantStill({ authenticator, trials }: { authenticator: Authenticator; trials: Trials }) {
  return async (request: FastifyRequest): Promise<void> => {
    if (trials.callerOf(request.headers) !== undefined) return;
    const caller = await authenticator.findLiveKeyAnew(merchantOf(request).clientId);
    if (caller === undefined) throw new AppError('token_invalid');
    requireActive(caller);
  };
}
