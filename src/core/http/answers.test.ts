/** A route that leaves an answer undeclared keeps the service from starting. */
import Fastify, { type RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { answersOf, jsonAnswer, keepAnswersApart, requireDeclaredAnswers } from './answers.ts';

const answer = jsonAnswer(Type.Object({}), 'Done');
const complete = { operationId: 'readThing', response: { 200: answer, 401: answer, 500: answer } };

async function start(schema: Record<string, unknown>, changes: Partial<RouteOptions> = {}): Promise<void> {
  const app = Fastify();
  keepAnswersApart(app);
  app.register(async (scope) => {
    requireDeclaredAnswers(scope, [401, 500]);
    scope.route({
      method: 'GET',
      url: '/thing',
      schema,
      handler: async () => ({}),
      exposeHeadRoute: false,
      ...changes,
    });
  });
  try {
    await app.ready();
  } finally {
    await app.close();
  }
}

it('a route that declares all of them starts', async () => {
  await start(complete);
  await start({ ...complete, operationId: undefined, hide: true });
  await start({ hide: true, response: { 405: answer } });
});

it.each([
  ['a common error', { ...complete, response: { 200: answer, 401: answer } }, '500'],
  ['its success', { ...complete, response: { 401: answer, 500: answer } }, 'its success'],
  ['every answer', { operationId: 'readThing' }, '401, 500, its success'],
  ['its operationId', { response: complete.response }, 'its operationId'],
])('a route without %s does not', async (_what, schema, missing) => {
  await expect(start(schema)).rejects.toThrow(`GET /thing does not declare ${missing}`);
});

it('what a route declares is known, and out of the sight of Fastify, which would make a serializer of each', async () => {
  const app = Fastify();
  keepAnswersApart(app);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.get('/thing', { schema: complete, exposeHeadRoute: false }, async () => ({}));
  await app.close();
  const [route] = routes as [RouteOptions];
  expect([...answersOf(route).keys()]).toEqual(['200', '401', '500']);
  expect(route.schema).not.toHaveProperty('response');
});
