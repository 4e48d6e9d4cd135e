/**
 * Every answer to a person says what time it is in the book that the request was for, so that a page counts from the same
 * moment as the service: the clock of a test book may be ahead, and that of a browser wrong.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';

const timeHeader = 'sluice-time';

export function sayTime({ clock }: { clock: Clock }) {
  return async ({ signed }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const actor = signed?.actor;
    if (actor?.holderId == null) return;
    reply.header(timeHeader, clock.now(actor.holderId, actor.mode).toISOString());
  };
}
