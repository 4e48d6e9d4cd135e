/** GET /openapi.json and GET /postman.json: the document of the running service, and the same for Postman. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Answer, jsonAnswer, requestIdHeader } from '../../core/http/answers.ts';
import { serviceAnswers, serviceOperation } from './answers.ts';
import { type KeptText, keepText } from './reference/kept-text.ts';
import { type OpenApi, toPostman } from './reference/postman.ts';
import { sendKept } from './send-kept.ts';

export const documentPath = '/openapi.json';
export const postmanPath = '/postman.json';

const Document = Type.Object({ openapi: Type.Literal('3.1.0') }, { additionalProperties: true });
const Collection = Type.Object(
  { info: Type.Object({ name: Type.String({ examples: ['Sluice'] }) }, { additionalProperties: true }) },
  { additionalProperties: true },
);

const unchanged: Answer = { description: 'As the ETag of `If-None-Match`', headers: requestIdHeader };

/** @param origin of the service, for the collection's variable. */
export function documentRoutes(app: FastifyInstance, origin: string): void {
  const document = keepText(() => JSON.stringify(app.swagger()));
  const collection = keepText(() => JSON.stringify(toPostman(app.swagger() as unknown as OpenApi, origin)));
  const answers = (answer: Answer) => serviceAnswers({ 200: answer, 304: unchanged });
  app.route({
    method: 'GET',
    url: documentPath,
    schema: {
      ...serviceOperation('getOpenApiDocument', 'This document'),
      response: answers(jsonAnswer(Document, 'This document')),
    },
    handler: async (request, reply) => send(request, reply, await document()),
  });
  app.route({
    method: 'GET',
    url: postmanPath,
    schema: {
      ...serviceOperation('getPostmanCollection', 'The operations of a server as a Postman collection'),
      response: answers(jsonAnswer(Collection, 'A collection of version 2.1')),
    },
    handler: async (request, reply) => send(request, reply, await collection()),
  });
}

/** To be asked for again each time: a new version of the service has another document under the same address. */
function send(request: FastifyRequest, reply: FastifyReply, { etag, plain, brotli }: KeptText): FastifyReply {
  reply.header('cache-control', 'public, no-cache').type('application/json; charset=utf-8');
  return sendKept(request, reply, { etag, plain: () => plain, brotli });
}
