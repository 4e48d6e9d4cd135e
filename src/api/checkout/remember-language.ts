/**
 * Keeps the language that a reader picks in the switch, for the payment pages alone, and leads back to the same page
 * without the choice in its address.
 */
import type { FastifyInstance } from 'fastify';
import { isLanguage } from '../../base/languages/languages.ts';
import { formsPathOf } from '../shared/checkout-addresses.ts';
import { languageCookie } from '../shared/reader-language.ts';
import type { Checkout } from './checkout-request.ts';
import { languageParameter } from './page-frame.ts';

const keptSeconds = 365 * 24 * 3_600;

export function rememberLanguage(pages: FastifyInstance, { base, publicUrl }: Checkout): void {
  pages.addHook('preHandler', async (request, reply) => {
    const chosen = (request.query as Record<string, unknown>)[languageParameter];
    const { token } = request.params as { token?: string };
    if (request.method !== 'GET' || token === undefined || !isLanguage(chosen)) return;
    const page = request.routeOptions.url?.split(':token')[1] ?? '';
    reply.setCookie(languageCookie, chosen, {
      path: formsPathOf(base),
      maxAge: keptSeconds,
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    });
    return reply.redirect(`${formsPathOf(base)}/${encodeURIComponent(token)}${page}`, 303);
  });
}
