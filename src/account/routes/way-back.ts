/**
 * Where a sign-up was on its way to: remembered in the browser while the mail is awaited, because what leads there may
 * be a secret that is not to be stored. In another browser the way ends at home.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../interfaces/account/account-page.ts';
import { paths, safeNext } from '../../interfaces/account/addresses.ts';

const cookieName = 'sluice_account_next';
/** As long as the mailed link works. */
const maxAge = 86_400;

export function rememberWay(reply: FastifyReply, { secure }: Account, next: string): FastifyReply {
  if (next === paths.home) return reply;
  return reply.setCookie(cookieName, next, { path: paths.home, httpOnly: true, sameSite: 'lax', secure, maxAge });
}

/** The way remembered, which is then forgotten; home when there is none. */
export function takeWay(request: FastifyRequest, reply: FastifyReply): string {
  const remembered = request.cookies[cookieName];
  if (remembered === undefined) return paths.home;
  reply.setCookie(cookieName, '', { path: paths.home, maxAge: 0 });
  return safeNext(remembered);
}
