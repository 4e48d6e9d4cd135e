/**
 * Has a request wait before its body is read, when it is known whose it is. What waits keeps little memory, and a client that does
 * not send its body holds up nobody.
 */
import type { FastifyRequest, preParsingHookHandler } from 'fastify';

/** @param turnOf resolves when it is the turn of a request; undefined when it is now. @returns a hook for `preParsing`. */
export const waitForTurn =
  (turnOf: (request: FastifyRequest) => Promise<void> | undefined): preParsingHookHandler =>
  (request, _reply, payload, done) => {
    const turn = turnOf(request);
    if (turn === undefined) done(null, payload);
    else void turn.then(() => done(null, payload));
  };
