/** Sends CSV piece by piece, as fast as the caller reads it. A failure on the way cuts the connection: no half file passes as whole. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** @param fileName plain ASCII without quotes. */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  // The first pieces are made before anything is sent: what fails at once is still an error with its own status.
  const first: string[] = [];
  for (let piece = 0; piece < 2; piece += 1) {
    const { value, done } = await pieces.next();
    if (done === true) break;
    first.push(value);
  }
  async function* whole(): AsyncGenerator<string> {
    yield* first;
    yield* pieces;
  }
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/csv; charset=utf-8; header=present')
    .send(Readable.from(whole(), { objectMode: true }));
}
