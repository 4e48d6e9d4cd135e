/** Sends an answer that was, or may have been, given before. */
import type { FastifyReply } from 'fastify';
import type { GivenAnswer } from './idempotency.ts';

export function sendAnswer(reply: FastifyReply, answer: GivenAnswer): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.text);
}
