/** What the pages' routes have in common: who asks, which fields, and how a page is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { Mode } from '../../money/mode.ts';
import { queryOf } from '../../pages/form-fields.ts';
import { html, renderPage } from '../../pages/render-page.ts';
import type { People, SessionPerson } from '../../people/people.ts';
import { stylesheetPath } from '../checkout/addresses.ts';
import { ownStylesheetPath, paths } from './addresses.ts';

export type Account = {
  db: Database;
  clock: Clock;
  people: People;
  /** Whether customers come by https: cookies are then for https alone. */
  secure: boolean;
};

const cursorPattern = /^[0-9]{1,18}$/;

export type Page = {
  /** A template of this folder, or a path under `src`. */
  view: string;
  title: string;
  status?: number;
  /** What went wrong, in words; announced to screen readers. */
  problem?: string | undefined;
  /** Signed in: shows the navigation. */
  person?: SessionPerson;
  mode?: Mode;
  /** Which entry of the navigation the page is. */
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
    csrf: reply.generateCsrf(),
  });
  return reply.code(status).type(html).send(text);
}

type PersonHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  person: SessionPerson,
) => Promise<FastifyReply> | FastifyReply;

/** Only for a session whose second factor was passed; anyone else is led to sign in, and back. */
export function forSignedIn({ people }: Account, handler: PersonHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const person = await people.sessionOf(request.headers.cookie);
    if (person !== undefined) return handler(request, reply, person);
    const next = request.method === 'GET' ? `?next=${encodeURIComponent(request.url)}` : '';
    return reply.redirect(`${paths.signIn}${next}`, 303);
  };
}

/** Where a list goes on: the id of the last row seen. */
export function cursorOf(request: FastifyRequest): bigint | undefined {
  const text = queryOf(request, 'before');
  return cursorPattern.test(text) ? BigInt(text) : undefined;
}

export function tooMany(reply: FastifyReply, retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  reply.header('retry-after', String(retryAfterSeconds));
  return `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
}
