/**
 * Limits the memory of requests with large bodies: a request whose body would exceed the sum is refused before it is
 * read, instead of being held with all the others.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';

const retryAfterSeconds = 1;

/**
 * @param bytesMax of all bodies together, from the headers of a request to the end of its answer.
 * @returns a hook for `onRequest`.
 */
export function limitBodiesInProgress(bytesMax: number) {
  let bytesInProgress = 0;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { bodyLimit } = request.routeOptions;
    const length = Number(request.headers['content-length'] ?? bodyLimit);
    // A longer body is refused before it is read.
    const bytes = Math.min(Number.isNaN(length) ? bodyLimit : length, bodyLimit);
    if (bytesInProgress + bytes > bytesMax) throw new AppError('unavailable', { retryAfterSeconds });
    bytesInProgress += bytes;
    reply.raw.once('close', () => {
      bytesInProgress -= bytes;
    });
  };
}
