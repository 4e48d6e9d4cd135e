/** What a route that a test adds of its own declares: it may succeed, be refused, fail or be busy, as JSON or as a page. */
import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { retryAfterHeader } from '../../src/core/http/answers.ts';

const anything = {
  description: "A test's own",
  headers: retryAfterHeader,
  content: {
    'application/json': { schema: Type.Object({}, { additionalProperties: true }) },
    'text/html': { schema: Type.String() },
  },
};

export const ownRoute: FastifySchema = {
  hide: true,
  response: { 200: anything, 400: anything, 500: anything, 503: anything },
};
