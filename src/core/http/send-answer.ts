/** Sends an answer that may be a replay of a stored one. */
import type { FastifyReply } from 'fastify';
import type { StoredAnswer } from './idempotency.ts';

/** @param reply its type checks that the route declares this body. */
export function sendAnswer<Body>(
  reply: { send(body: Body): unknown },
  answer: StoredAnswer<NoInfer<Body>>,
): FastifyReply {
  return sendText(reply as FastifyReply, answer);
}

function sendText(reply: FastifyReply, answer: StoredAnswer<unknown>): FastifyReply {
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.text);
}
