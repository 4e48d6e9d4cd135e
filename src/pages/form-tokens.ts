/**
 * CSRF tokens: every POST to these pages must carry a token that matches the browser's signed cookie. There is no
 * exception, and no form is processed before the check.
 */
import { hkdfSync } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

export type FormTokenOptions = {
  /** The name of the browser's cookie, and the path of these pages. */
  cookieKey: string;
  path: string;
  secret: string;
  /** Derives a separate signing key, so that cookies of one group of pages are invalid in another. */
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
      // Not strict: people arrive from a merchant's page or a mail, and a new cookie would invalidate the forms of an
      // open tab.
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
