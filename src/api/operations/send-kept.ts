/** Sends a file in the encoding that the client takes. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const unchanged = 304;

/** Whether the client takes Brotli, by its `Accept-Encoding`. */
const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  /(^|[\s,])br\s*(;\s*q=(0\.0*[1-9]|1))?\s*(,|$)/.test(headers['accept-encoding'] ?? '');

type Kept = { etag: string; plain: () => Buffer; brotli: Buffer };

export function sendKept(request: FastifyRequest, reply: FastifyReply, { etag, plain, brotli }: Kept): FastifyReply {
  reply.header('etag', etag).header('vary', 'accept-encoding');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return reply.code(unchanged).send();
  if (takesBrotli(request)) return reply.header('content-encoding', 'br').send(brotli);
  return reply.send(plain());
}
