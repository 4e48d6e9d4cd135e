/**
 * Where a person continues after sign-up, kept in a cookie while the mail is awaited: the address may contain a secret,
 * so it is not stored on the server. In any other browser they continue at the home page.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../interfaces/account/account-page.ts';
import { paths, safeNext } from '../../interfaces/account/addresses.ts';

const cookieName = 'sluice_account_next';
/** The lifetime of the mailed link, in seconds. */
const maxAge = 86_400;

export function rememberWay(reply: FastifyReply, { secure }: Account, next: string): FastifyReply {
  if (next === paths.home) return reply;
  return reply.setCookie(cookieName, next, { path: paths.home, httpOnly: true, sameSite: 'lax', secure, maxAge });
}

/** Returns the address and clears the cookie; the home page when there is none. */
export function takeWay(request: FastifyRequest, reply: FastifyReply): string {
  const remembered = request.cookies[cookieName];
  if (remembered === undefined) return paths.home;
  reply.setCookie(cookieName, '', { path: paths.home, maxAge: 0 });
  return safeNext(remembered);
}
