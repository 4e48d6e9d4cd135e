/** Serves the built application: the page with a nonce for its styles, and files whose names hold their hash. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { directionOf, htmlLanguageOf } from '../../base/languages/languages.ts';
import { declareAnswers } from '../../core/http/answers.ts';
import { assetAnswers, declarePages } from '../../core/pages/page-answers.ts';
import { headersWith } from '../../core/pages/page-headers.ts';
import { html } from '../../core/pages/render-page.ts';
import type { People } from '../../features/people/people.ts';
import { consoleBasePath } from '../console/interface.ts';
import { languageOf } from '../shared/reader-language.ts';
import { demoLoginsPath, screens } from './addresses.ts';
import { earlyFiles } from './early-files.ts';

const nonceBytes = 16;
const assets = 'assets/';
const forever = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';
const seeOther = 303;
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
  const translations = JSON.parse(readFileSync(join(directory, 'translations.json'), 'utf8'));
  const pageFor = ({ headers, url }: FastifyRequest, nonce: string): string => {
    const session = sessionMark(headers.cookie) === '' ? 'none' : 'sent';
    const language = languageOf(headers);
    return page
      .replace('lang="en"', `lang="${htmlLanguageOf(language)}" dir="${directionOf(language)}"`)
      .replace('%nonce%', nonce)
      .replace('%session%', session)
      .replace(headEnd, `${session === 'sent' ? sessionEarly : ''}${early(url, translations[language])}${headEnd}`)
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
      globIgnore: ['index.html', 'routes.json', 'translations.json', '**/*.br', '.*'],
      preCompressed: true,
      cacheControl: false,
      // Small files: whoever asks for the rest of one gets all of it.
      acceptRanges: false,
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
    if (type === undefined) return;
    route.schema = { ...route.schema, hide: true };
    declareAnswers(route, assetAnswers(type));
  });
}
