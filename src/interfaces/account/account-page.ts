/** Shared by the routes of the account pages: the signed-in person, form fields and sending a page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { Mode } from '../../money/mode.ts';
import { queryOf } from '../../pages/form-fields.ts';
import { html, renderPage } from '../../pages/render-page.ts';
import { throttledText } from '../../people/account-texts.ts';
import type { People, SessionPerson } from '../../people/people.ts';
import { stylesheetPath } from '../checkout/addresses.ts';
import { ownStylesheetPath, paths } from './addresses.ts';

export type Account = {
  db: Database;
  clock: Clock;
  people: People;
  /** Whether the service is reached over https; cookies are then `Secure`. */
  secure: boolean;
};

const cursorPattern = /^[0-9]{1,18}$/;

export type Page = {
  /** A template of this folder, or a path under `src`. */
  view: string;
  title: string;
  status?: number;
  /** An error message, announced to screen readers. */
  problem?: string | undefined;
  /** The signed-in person; set, it shows the navigation. */
  person?: SessionPerson;
  mode?: Mode;
  /** The page's entry in the navigation. */
  here?: string;
  data?: Record<string, unknown>;
};

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { view, title, status = 200, problem, person, mode, here, data = {} } = page;
  const text = renderPage(view.includes('/') ? view : `account/views/${view}`, {
    errors: {},
    typed: {},
    ...data,
    title: `${problem === undefined ? '' : 'Problem: '}${title} · Sluice`,
    heading: title,
    problem,
    person,
    mode,
    here,
    paths,
    testMode: mode === 'test',
    stylesheetPath: stylesheetPath(),
    ownStylesheetPath: ownStylesheetPath(),
    csrf: reply.formToken(),
  });
  return reply.code(status).type(html).send(text);
}

type PersonHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  person: SessionPerson,
) => Promise<FastifyReply> | FastifyReply;

/** Requires a session with a passed second factor; redirects anyone else to sign-in, and from there back. */
export function forSignedIn({ people }: Account, handler: PersonHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const person = await people.sessionOf(request.headers.cookie);
    if (person !== undefined) return handler(request, reply, person);
    const next = request.method === 'GET' ? `?next=${encodeURIComponent(request.url)}` : '';
    return reply.redirect(`${paths.signIn}${next}`, 303);
  };
}

/** The cursor of a list: the id of the last row shown. */
export function cursorOf(request: FastifyRequest): bigint | undefined {
  const text = queryOf(request, 'before');
  return cursorPattern.test(text) ? BigInt(text) : undefined;
}

export function tooMany(reply: FastifyReply, retryAfterSeconds: number): string {
  reply.header('retry-after', String(retryAfterSeconds));
  return throttledText(retryAfterSeconds);
}
