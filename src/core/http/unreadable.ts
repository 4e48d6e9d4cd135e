/**
 * Replaces the answers Node.js gives before there is a request: to bytes that are not HTTP, headers that are too large
 * or a request that is never completed. The answer uses the requested interface's envelope, if it can be determined.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { newRequestId } from '../../base/database/request-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import type { Interface, InterfaceOf } from './interface.ts';
import { reasonPhrases } from './reason-phrases.ts';

type ClientError = Error & { code: string; rawPacket?: unknown };

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Enough of the request line to find the interface. */
const requestLineBytesMax = 1_024;

const latest = Symbol('latest response');

/** The latest response on the connection, until all of its request and of it has passed. */
type WatchedSocket = Socket & { [latest]?: ServerResponse | undefined };

/** What was answered is garbage at once, not only when the connection has its next request. */
function forget(this: ServerResponse): void {
  const socket: WatchedSocket = this.req.socket;
  if (socket[latest] === this && this.req.complete) socket[latest] = undefined;
}

/** @param headers of every answer. */
export function createClientErrorAnswers(interfaceOf: InterfaceOf, headers: Readonly<Record<string, string>>) {
  /** @param url the address of the request whose body could not be read. */
  function end(socket: Socket, error: ClientError, url: string | undefined): void {
    if (socket.writable) {
      const refusal = new AppError(codes[error.code] ?? 'malformed_request');
      socket.write(render(refusal, interfaceOf(url ?? urlIn(error)), headers));
    }
    socket.destroy();
  }

  return {
    /** @param server the one whose client errors go to `answerClientError`. */
    watch(server: Server): void {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        const socket: WatchedSocket = request.socket;
        socket[latest] = response;
        response.once('close', forget);
      });
      // An unknown `Expect` may be ignored (RFC 9110, 10.1.1); Node.js would answer 417 without a body.
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        server.emit('request', request, response);
      });
    },
    /** Answers and closes the connection, because the rest of its input cannot be parsed. */
    answerClientError(error: ClientError, socket: WatchedSocket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const before = socket[latest];
      const isComplete = before?.req.complete ?? true;
      // A complete earlier request is answered first, because it may have been carried out.
      if (before !== undefined && isComplete && !before.writableFinished) {
        before.once('close', () => end(socket, error, undefined));
      } else if (!isComplete && before?.headersSent) {
        // Refused before its body had arrived; a second answer would be taken for the next request's.
        socket.destroy();
      } else end(socket, error, isComplete ? undefined : before?.req.url);
    },
  };
}

function urlIn({ rawPacket }: ClientError): string {
  const bytes = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, requestLineBytesMax) : Buffer.alloc(0);
  return bytes.toString('latin1').split('\r\n', 1)[0]?.split(' ')[1] ?? '';
}

function render(refusal: AppError, asked: Interface, headers: Readonly<Record<string, string>>): string {
  const requestId = newRequestId();
  const answer = (asked.answerUnreadable ?? asked.answerError)(refusal, requestId);
  return [
    `HTTP/1.1 ${answer.status} ${reasonPhrases[answer.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${requestId}`,
    `Content-Type: ${answer.contentType}`,
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    'Connection: close',
    '',
    answer.body,
  ].join('\r\n');
}

/**
 * HTTP/1.1 requires one Host header (RFC 9112, 3.2). No address is ever built from it, but of two a proxy may have judged
 * the other.
 */
export function assertHost(request: FastifyRequest): void {
  const hosts = countHosts(request.raw.rawHeaders);
  if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) throw new AppError('malformed_request');
}

/** @param raw names and values by turns, as they were sent. */
function countHosts(raw: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < raw.length; index += 2) if (raw[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
