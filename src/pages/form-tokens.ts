/**
 * Tokens of forms: every POST of a group of pages carries one that belongs to the browser's signed cookie; there is no
 * exception, and no form is looked at before.
 */
import { hkdfSync } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

export type FormTokenOptions = {
  /** The browser's cookie: its name, and the path under which these pages stand. */
  cookieKey: string;
  path: string;
  secret: string;
  /** So that one group's cookies mean nothing to another. */
  purposeOfKey: string;
  publicUrl: string;
};

export async function useFormTokens(pages: FastifyInstance, options: FormTokenOptions): Promise<void> {
  const { cookieKey, path, secret, purposeOfKey, publicUrl } = options;
  await pages.register(cookie, {
    secret: Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purposeOfKey, 32)),
  });
  await pages.register(csrf, {
    cookieKey,
    cookieOpts: {
      path,
      httpOnly: true,
      // Not strict: people come from a merchant's page or a mail, and a new cookie would undo an open tab's forms.
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      signed: true,
    },
    getToken: (request) => (request.body as { _csrf?: string } | null | undefined)?._csrf,
    logLevel: 'debug',
  });
  pages.addHook('preValidation', (request, reply, done) => {
    if (request.method === 'POST') pages.csrfProtection(request, reply, done);
    else done();
  });
  pages.setErrorHandler((error) => {
    const code = (error as { code?: unknown }).code;
    throw typeof code === 'string' && code.startsWith('FST_CSRF_') ? new AppError('forbidden') : error;
  });
}
