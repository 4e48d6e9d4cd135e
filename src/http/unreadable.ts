/**
 * What Node.js itself would answer, before there is a request: bytes that are no HTTP, headers that are too large, a
 * request that never ends. Such an answer has the envelope of the interface that was meant, as far as it can be told.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import type { Interface, InterfaceOf } from './interface.ts';

type ClientError = Error & { code: string; rawPacket?: unknown };

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Enough for any request line worth telling apart. */
const requestLineBytesMax = 1_024;

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Call with the server that `answerClientError` of the result is handed to. */
export function createClientErrorAnswers(interfaceOf: InterfaceOf) {
  /** The latest request of a connection. */
  const latest = new WeakMap<Socket, Exchange>();

  /** @param url of the request whose body could not be read. */
  function end(socket: Socket, error: ClientError, url: string | undefined): void {
    if (socket.writable) {
      const refusal = new AppError(codes[error.code] ?? 'malformed_request');
      socket.write(render(refusal, interfaceOf(url ?? urlIn(error))));
    }
    socket.destroy();
  }

  return {
    watch(server: Server): void {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        latest.set(request.socket, { request, response });
      });
      // An `Expect` we do not know may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        server.emit('request', request, response);
      });
    },
    /** Answers and closes: nothing more on this connection can be understood. */
    answerClientError(error: ClientError, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const before = latest.get(socket);
      // What was understood is answered first: its work may have been done.
      if (before?.request.complete && !before.response.writableFinished) {
        before.response.once('close', () => end(socket, error, undefined));
      } else end(socket, error, before?.request.complete === false ? before.request.url : undefined);
    },
  };
}

function urlIn({ rawPacket }: ClientError): string {
  const bytes = Buffer.isBuffer(rawPacket) ? rawPacket.subarray(0, requestLineBytesMax) : Buffer.alloc(0);
  return bytes.toString('latin1').split('\r\n', 1)[0]?.split(' ')[1] ?? '';
}

function render(refusal: AppError, asked: Interface): string {
  const answer = (asked.answerUnreadable ?? asked.answerError)(refusal, randomUUID());
  return [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    `Content-Type: ${answer.contentType}`,
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    'Connection: close',
    '',
    answer.body,
  ].join('\r\n');
}

/** A request of HTTP/1.1 names its host (RFC 9112, 3.2), though nothing here is ever built from it. */
export function assertHost(request: FastifyRequest): void {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new AppError('malformed_request');
}
