/**
 * Sets up a group of pages: forms are the only accepted bodies, every POST needs a form token, and every answer has the
 * page headers.
 */
import type { FastifyInstance } from 'fastify';
import { acceptForms, limitBodies, strangerBytesMax } from '../http/content-types.ts';
import { type FormTokenOptions, useFormTokens } from './form-tokens.ts';
import { declarePages } from './page-answers.ts';
import { pageHeaders } from './page-headers.ts';

/** @param pages an encapsulated context of its own; call it before its first route. */
export async function preparePages(pages: FastifyInstance, formTokens: FormTokenOptions): Promise<void> {
  limitBodies(pages, strangerBytesMax);
  await acceptForms(pages);
  declarePages(pages);
  await useFormTokens(pages, formTokens);
  pages.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders);
  });
}
