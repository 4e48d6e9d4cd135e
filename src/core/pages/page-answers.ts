/** The answers that every page declares: always HTML, errors included, and redirects within the service. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  type Answer,
  answersOf,
  declareAnswers,
  htmlAnswer,
  requestIdHeader,
  retryAfterHeader,
} from '../http/answers.ts';

const htmlStatuses = [200, 400, 403, 404, 408, 409, 410, 413, 415, 422, 429, 431, 500, 503];

const redirect: Answer = {
  description: 'Goes on at another page',
  headers: {
    ...requestIdHeader,
    Location: { description: 'The page', required: true, schema: Type.String({ minLength: 1 }) },
  },
};

const pageAnswers: Record<number, Answer> = {
  ...Object.fromEntries(htmlStatuses.map((status) => [status, htmlAnswer('A page', retryAfterHeader)])),
  302: redirect,
  303: redirect,
};

/**
 * Pages are hidden in the OpenAPI document, but their answers are declared as well. Call it before the scope's first
 * route.
 */
export function declarePages(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (answersOf(route).size > 0) return;
    route.schema = { ...route.schema, hide: true };
    declareAnswers(route, pageAnswers);
  });
}

const contentOf = (types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: Type.String() }]));

/** The answers of a file that pages load; errors are HTML pages. @param types its media type, or those it may have. */
export const assetAnswers = (...types: string[]): Record<number, Answer> => ({
  ...pageAnswers,
  200: { description: 'The file', headers: requestIdHeader, content: contentOf(types) },
  304: { description: 'The file is unchanged', headers: requestIdHeader },
});
