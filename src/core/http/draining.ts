/**
 * Lets clients leave a process that is about to end: it goes on serving, is not ready any more, and each answer says that
 * its connection closes, so that clients send what follows elsewhere. Must never refuse a request.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export type Draining = {
  readonly isDraining: boolean;
  /** From now on answers close their connections. Resolves after this long. */
  drain(forMs: number): Promise<void>;
};

/** Call it before routes are registered. */
export function createDraining(app: FastifyInstance): Draining {
  let isDraining = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  return {
    get isDraining() {
      return isDraining;
    },
    async drain(forMs) {
      isDraining = true;
      if (forMs > 0) await delay(forMs);
    },
  };
}
