/**
 * The rules under which every page stands: forms are the only bodies read, no form is looked at before its token, and
 * every answer carries the headers of pages.
 */
import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../http/content-types.ts';
import { type FormTokenOptions, useFormTokens } from './form-tokens.ts';
import { declarePages } from './page-answers.ts';
import { pageHeaders } from './page-headers.ts';

/** @param pages a context of their own; call before their first route. */
export async function preparePages(pages: FastifyInstance, formTokens: FormTokenOptions): Promise<void> {
  await acceptForms(pages);
  declarePages(pages);
  await useFormTokens(pages, formTokens);
  pages.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders);
  });
}
