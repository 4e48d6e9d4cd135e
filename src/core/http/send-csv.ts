/**
 * Streams CSV at the caller's pace. A failure midway aborts the connection, so that a partial file never looks
 * complete.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** @param fileName plain ASCII without quotes. */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  // Read the first chunks before sending anything: an early failure still gets its own HTTP status.
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
    .type('text/csv; charset=utf-8; header=present')
    .send(Readable.from(whole(), { objectMode: true }));
}
