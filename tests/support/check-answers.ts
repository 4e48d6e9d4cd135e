/**
 * Every answer of every server that a test starts in its own process is checked against what the server's document
 * declares, whoever asked and however. What is wrong fails the test during which it was answered.
 */
import diagnostics from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach } from 'vitest';
import { problemsOf } from './answer-checker.ts';

type Json = Record<string, unknown>;

const error = { type: 'object', additionalProperties: true };
const unrouted = { headers: {}, content: { 'application/json': { schema: error }, 'text/html': { schema: {} } } };
const otherMethod = { ...unrouted, headers: { Allow: { required: true, schema: { type: 'string' } } } };
type Declared = Parameters<typeof problemsOf>[1];

/** Shared by the files of one worker, which may load this module more than once. */
const shared = globalThis as typeof globalThis & { wrongAnswers?: string[] };
/** By the routes that a document describes, for the servers after the first. */
const documents = new Map<string, Json>();

if (shared.wrongAnswers === undefined) {
  shared.wrongAnswers = [];
  diagnostics.subscribe('fastify.initialization', (message) => {
    watch((message as { fastify: FastifyInstance }).fastify);
  });
}

function failOnWrongAnswers(): void {
  const wrong = (shared.wrongAnswers ?? []).splice(0);
  if (wrong.length > 0) throw new Error(`Answers the document does not allow:\n${[...new Set(wrong)].join('\n')}`);
}
afterEach(failOnWrongAnswers);
afterAll(failOnWrongAnswers);

function watch(app: FastifyInstance): void {
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(`${method} ${url}`);
  });
  let document: Json | undefined;
  app.addHook('onSend', async (request, reply, payload) => {
    document ??= documentOf(app, routes.join('\n'));
    const judge = (body: string | undefined): void => note(request, reply, body, document as Json);
    if (!(payload instanceof Readable)) {
      judge(request.method === 'HEAD' ? undefined : textOf(reply, payload));
      return payload;
    }
    return Readable.from(tee(payload, judge), { objectMode: true });
  });
}

function documentOf(app: FastifyInstance, routes: string): Json {
  const known = documents.get(routes);
  if (known !== undefined) return known;
  const document = 'swagger' in app ? (app.swagger() as unknown as Json) : {};
  documents.set(routes, document);
  return document;
}

function textOf(reply: FastifyReply, payload: unknown): string {
  const isPacked = reply.getHeader('content-encoding') === 'br' && Buffer.isBuffer(payload);
  return isPacked ? brotliDecompressSync(payload).toString() : String(payload ?? '');
}

/** Passes a stream on as it is read, and judges it once it is whole. */
async function* tee(stream: Readable, judge: (body: string) => void): AsyncGenerator<unknown> {
  const pieces: string[] = [];
  for await (const piece of stream) {
    pieces.push(String(piece));
    yield piece;
  }
  judge(pieces.join(''));
}

function note(request: FastifyRequest, reply: FastifyReply, body: string | undefined, document: Json): void {
  const seen = { status: reply.statusCode, headers: reply.getHeaders(), body };
  const { url, schema } = request.routeOptions;
  const problems = (() => {
    try {
      return problemsOf(seen, declaredOf(request, document), document);
    } catch (error) {
      return [String(error)];
    }
  })();
  const address = `${request.method} ${url ?? request.url.slice(0, 80)}`;
  // Only what is named by its content may be kept for long, a file without secrets for an hour, or if asked for anew.
  const cache = String(seen.headers['cache-control']);
  if (cache !== 'no-store' && !/^public, (max-age=(\d+, immutable|3600)|no-cache)$/.test(cache))
    problems.push(`cache-control is ${cache}`);
  for (const problem of problems)
    shared.wrongAnswers?.push(`${address} → ${seen.status}: ${problem} ${schema ? '' : body?.slice(0, 200)}`);
}

/** What nobody routes, and the other methods of a known path, have one answer each; they are in no document. */
function declaredOf({ method, routeOptions }: FastifyRequest, document: Json): Declared {
  const { url, config } = routeOptions;
  const path = (document.paths as Record<string, Json> | undefined)?.[String(url).replaceAll(/:(\w+)/g, '{$1}')];
  const operation = path?.[method === 'HEAD' ? 'get' : method.toLowerCase()] as { responses?: Declared } | undefined;
  if (operation !== undefined) return operation.responses;
  return (
    (config.answers && (Object.fromEntries(config.answers) as unknown as Declared)) ?? {
      400: unrouted,
      404: unrouted,
      405: otherMethod,
    }
  );
}
