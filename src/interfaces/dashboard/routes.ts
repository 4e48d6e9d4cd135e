/** Serves the built application: the page with a nonce for its styles, and files whose names hold their hash. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { type Answer, requestIdHeader } from '../../http/answers.ts';
import { assetAnswers, declarePages } from '../../pages/page-answers.ts';
import { headersWith } from '../../pages/page-headers.ts';
import { html } from '../../pages/render-page.ts';
import type { People } from '../../people/people.ts';
import { consoleBasePath } from '../console/interface.ts';
import { serviceAnswers } from '../operations/answers.ts';
import { demoLoginsPath, screens } from './addresses.ts';
import { earlyFiles } from './early-files.ts';
import { formerPath, movedTo } from './moved.ts';

const nonceBytes = 16;
const assets = 'assets/';
const forever = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';
const seeOther = 303;
const permanently = 308;
/** Only a demo has this route. Without it the page must not ask for it. */
const demoLogins = { method: 'GET', url: demoLoginsPath } as const;

/** Asked for while the application is still loading, which wants to know it first. */
const sessionEarly = `<link rel="preload" as="fetch" href="${consoleBasePath}/session" crossorigin />`;
const headEnd = '</head>';

const types: Record<string, string> = {
  '.js': 'application/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
};

/** Only inline styles of the component library need the nonce; no inline script and no other origin is allowed. */
const headersOf = (nonce: string): Record<string, string> =>
  headersWith([
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "connect-src 'self'",
    "form-action 'self'",
  ]);

/**
 * @param directory the built application: `index.html`, `assets/` and a few files beside them.
 * @param sessionMark what identifies the session in a `Cookie` header; '' without one.
 */
export async function registerDashboard(
  app: FastifyInstance,
  directory: string,
  { sessionMark }: Pick<People, 'sessionMark'>,
): Promise<void> {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  const early = earlyFiles(readFileSync(join(directory, 'routes.json'), 'utf8'));
  const pageFor = ({ headers, url }: FastifyRequest, nonce: string): string => {
    const session = sessionMark(headers.cookie) === '' ? 'none' : 'sent';
    return page
      .replace('%nonce%', nonce)
      .replace('%session%', session)
      .replace(headEnd, `${session === 'sent' ? sessionEarly : ''}${early(url)}${headEnd}`)
      .replace('%demo-logins%', app.hasRoute(demoLogins) ? demoLogins.url : '');
  };
  await app.register(async (scope) => {
    declareFiles(scope);
    declarePages(scope);
    for (const url of screens) {
      scope.get(url, async (request, reply) => {
        const nonce = randomBytes(nonceBytes).toString('base64');
        return reply.headers(headersOf(nonce)).type(html).send(pageFor(request, nonce));
      });
    }
    scope.get('/favicon.ico', async (_request, reply) => reply.redirect('/favicon.svg', seeOther));
    await scope.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      globIgnore: ['index.html', 'routes.json', '**/*.br', '.*'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('cache-control', path.includes(`/${assets}`) ? forever : forAnHour);
      },
    });
  });
}

/** Each file is a route, and declares what it answers like any other. */
function declareFiles(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const type = types[extname(route.url)];
    if (type !== undefined) route.schema = { ...route.schema, hide: true, response: assetAnswers(type) };
  });
}

const moved: Answer = {
  description: 'The page is a screen of the dashboard now',
  headers: {
    ...requestIdHeader,
    Location: { description: 'The screen', required: true, schema: Type.String({ minLength: 1 }) },
  },
};

/** Sends the addresses of people's former pages on to the dashboard. */
export function registerMoved(app: FastifyInstance): void {
  for (const url of [formerPath, `${formerPath}/*`]) {
    app.route({
      method: 'GET',
      url,
      schema: { hide: true, response: serviceAnswers({ [permanently]: moved }, ['not_found']) },
      handler: async (request, reply) => {
        const { '*': path = '' } = request.params as { '*'?: string };
        const screen = movedTo(path, request.query as object);
        if (screen === undefined) throw new AppError('not_found');
        return reply.header('referrer-policy', 'no-referrer').redirect(screen, permanently);
      },
    });
  }
}
