/**
 * CSRF tokens: every POST to these pages must carry a token that matches the browser's signed cookie and its session.
 * There is no exception, and no form is processed before the check. Signing in or out changes the session, so a token of
 * before is refused, and so is one made with a cookie that someone else put into the browser.
 */
import { hkdfSync } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors/app-error.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The token for the forms of this answer. */
    formToken(): string;
  }
}

export type FormTokenOptions = {
  /** The name of the browser's cookie, and the path of these pages. */
  cookieKey: string;
  path: string;
  secret: string;
  /** Derives a separate signing key, so that cookies of one group of pages are invalid in another. */
  purposeOfKey: string;
  publicUrl: string;
  /** What identifies the session in a `Cookie` header; '' without one. */
  sessionMark: (cookie: string | undefined) => string;
  /** Attributes of the cookie where it is sent to this request's browser; those above by default. */
  cookieTo?: (request: FastifyRequest) => FrameCookie | undefined;
};

/**
 * A cookie of a page in another site's frame. Browsers keep it apart for each site that shows the frame, so that nothing can
 * be followed from one to the other, and for secure addresses (and this machine) alone.
 */
export const frameCookie = Object.freeze({ sameSite: 'none', secure: true, partitioned: true } as const);
type FrameCookie = typeof frameCookie;

export async function useFormTokens(pages: FastifyInstance, options: FormTokenOptions): Promise<void> {
  const { cookieKey, path, secret, purposeOfKey, publicUrl, sessionMark, cookieTo } = options;
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32));
  // The plugin refuses an empty text, which a browser without a session would have.
  const boundTo = ({ headers }: FastifyRequest): string => `session ${sessionMark(headers.cookie)}`;
  await pages.register(cookie, { secret: keyFor(purposeOfKey) });
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
    csrfOpts: { hmacKey: keyFor(`${purposeOfKey}/form-token`) },
    getUserInfo: boundTo,
    getToken: (request) => (request.body as { _csrf?: string } | null | undefined)?._csrf,
    logLevel: 'debug',
  });
  pages.decorateReply('formToken', function () {
    return this.generateCsrf({ userInfo: boundTo(this.request), ...cookieTo?.(this.request) });
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
