/**
 * Refuses requests that would wait too long, before they cost anything: before their key pair is checked and their body
 * is read. Register it in a scope around the routes, so that it runs before their own hooks.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';

/** One for all: to note where an error was made costs as much as what is spared by making none. */
const refusal = new AppError('unavailable', { retryAfterSeconds: 1 });

/** @param isBusy whether a request that arrives now would wait too long. */
export function refuseWhileBusy(scope: FastifyInstance, isBusy: () => boolean): void {
  scope.addHook('onRequest', (_request, _reply, done) => (isBusy() ? done(refusal) : done()));
}
