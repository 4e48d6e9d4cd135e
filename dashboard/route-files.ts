/**
 * Says which files each screen needs, so that the page which opens it names them all at once. Otherwise a browser
 * finds them one after another: the application asks for the screen, and the screen for what it shares with others.
 */
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A route by its address as the router writes it, `/h/$holderId/$mode/orders`, and its files. */
type RouteFiles = { path: string; files: string[] };
type Route = { name: string | undefined; parent: string | undefined; path: string; modules: string[] };

const routes = join(import.meta.dirname, 'src/app/routes');
const font = 'core/pages/fonts/inter-latin.woff2';

/** Writes `routes.json` beside the page; the application and the font of its words are named in the page. */
export const routeFiles = (): Plugin => ({
  name: 'route-files',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const fonts = Object.values(bundle)
        .filter((one) => one.type === 'asset' && one.originalFileNames.some((name) => name.endsWith(font)))
        .map(({ fileName }) => fileName);
      const attributes = [
        ...applicationOf(bundle).map((name) => ({ rel: 'modulepreload', fetchpriority: 'low', href: `/${name}` })),
        ...fonts.map((name) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
      ];
      return attributes.map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' }));
    },
  },
  async generateBundle(_, bundle) {
    const files = filesOf(await readRoutes(), bundle);
    this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(files) });
  },
});

/** As they are written: a route is one call of `createRoute`, with its screen imported in it or by a function above. */
async function readRoutes(): Promise<Route[]> {
  const found: Route[] = [];
  for await (const file of glob('*.{ts,tsx}', { cwd: routes })) {
    const source = await readFile(join(routes, file), 'utf8');
    const loaders = new Map(
      [...source.matchAll(/const (\w+) = \(\) => import\('([^']+)'\)/g)].map(([, name, path]) => [name, path]),
    );
    for (const [, name, text = ''] of source.matchAll(/(?:const (\w+) = )?createRoute\(\{(.*?)\n {0,2}\}\)/gs)) {
      const path = /import\('([^']+)'\)/.exec(text)?.[1] ?? loaders.get(/lazyRouteComponent\((\w+),/.exec(text)?.[1]);
      found.push({
        name,
        parent: /getParentRoute: \(\) => (\w+)/.exec(text)?.[1],
        path: /\bpath: '([^']+)'/.exec(text)?.[1] ?? '',
        modules: path === undefined ? [] : [resolve(routes, path)],
      });
    }
  }
  return found;
}

/** Addresses with fewer variable parts come first: `/payouts/new` before `/payouts/$id`. */
function filesOf(all: readonly Route[], bundle: Rolldown.OutputBundle): RouteFiles[] {
  const named = new Map(all.map((route) => [route.name, route]));
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const first = applicationOf(bundle);
  const whole = (route: Route): Route => {
    const parent = named.get(route.parent);
    if (parent === undefined) return route;
    const { path, modules } = whole(parent);
    return { ...route, path: `${path}${route.path}`, modules: [...modules, ...route.modules] };
  };
  const variables = ({ path }: RouteFiles): number => path.split('$').length;
  const frames = new Set(all.map(({ parent }) => parent));
  return all
    .filter(({ name, modules }) => modules.length > 0 && (name === undefined || !frames.has(name)))
    .map(whole)
    .map(({ path, modules }) => {
      const own = chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.includes(id)));
      const files = new Set(own.flatMap((chunk) => filesWith(chunk, bundle)));
      return { path: path.replace(/(?<=.)\/$/, ''), files: [...files].filter((file) => !first.includes(file)) };
    })
    .sort((a, b) => variables(a) - variables(b));
}

/** What the page's own script loads by itself, and the application that it starts. */
const applicationOf = (bundle: Rolldown.OutputBundle): string[] =>
  Object.values(bundle)
    .flatMap((one) => (one.type === 'chunk' && one.isEntry ? [...one.imports, ...one.dynamicImports] : []))
    .flatMap((name) => (bundle[name]?.type === 'chunk' ? filesWith(bundle[name], bundle) : []))
    .filter((name, n, all) => name.endsWith('.js') && all.indexOf(name) === n);

/** A chunk, all that it imports, and their styles. */
function filesWith(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): string[] {
  if (found.has(chunk.fileName)) return [...found];
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesWith(imported, bundle, found);
  }
  for (const name of chunk.viteMetadata?.importedCss ?? []) found.add(name);
  return [...found];
}
