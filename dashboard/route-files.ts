/**
 * Says which files each screen needs, so that the page which opens it names them all at once. Otherwise a browser
 * finds them one after another: the application asks for the screen, and the screen for what it shares with others.
 */
import { join } from 'node:path';
import { createServer, type Plugin, type Rolldown } from 'vite';

/** A route by its address as the router writes it, `/h/$holderId/$mode/orders`, and its files. */
type RouteFiles = { path: string; files: string[] };
type RouteModules = { path: string; modules: string[] };

/** What is read of a route: its place in the tree, and how its screen is loaded. */
type Route = {
  fullPath: string;
  parentRoute?: Route;
  children?: unknown;
  options: { component?: { load?: () => Promise<{ file: string }> } };
};
type RouterModule = { createAppRouter: () => { routesById: Record<string, Route> } };

const sources = join(import.meta.dirname, 'src');
const routes = join(sources, 'routes/');
const translation = /\/src\/strings\/(\w\w)\.ts$/;
const font = 'pages/fonts/inter-latin.woff2';

/** Writes `routes.json` and `translations.json` beside the page; the application and the font of its words are named in the page. */
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
    this.emitFile({ type: 'asset', fileName: 'translations.json', source: JSON.stringify(translationsOf(bundle)) });
  },
});

/** The file of each language's strings. */
function translationsOf(bundle: Rolldown.OutputBundle): Record<string, string> {
  const entries = Object.values(bundle).flatMap((one) => {
    const [, language] = one.type === 'chunk' ? (translation.exec(one.facadeModuleId ?? '') ?? []) : [];
    return language === undefined ? [] : [[language, one.fileName] as const];
  });
  return Object.fromEntries(entries);
}

/** From the router itself: every lazy screen, with those that it stands in. */
async function readRoutes(): Promise<RouteModules[]> {
  const vite = await createServer({
    configFile: false,
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [namesOfOthers],
  });
  try {
    const { createAppRouter } = (await vite.ssrLoadModule(join(routes, 'router.ts'))) as RouterModule;
    const screens = Object.values(createAppRouter().routesById).filter(
      ({ children, options }) => children === undefined && options.component?.load !== undefined,
    );
    return await Promise.all(screens.map(modulesOf));
  } finally {
    await vite.close();
  }
}

async function modulesOf(screen: Route): Promise<RouteModules> {
  const loaders = lineageOf(screen).flatMap(({ options }) => options.component?.load ?? []);
  const modules = await Promise.all(loaders.map(async (load) => (await load()).file));
  return { path: screen.fullPath.replace(/(?<=.)\/$/, ''), modules };
}

const lineageOf = (route: Route): Route[] =>
  route.parentRoute === undefined ? [route] : [...lineageOf(route.parentRoute), route];

/** The routes run as they are; of what they import, each module only says which file it is. */
const namesOfOthers: Plugin = {
  name: 'names-of-others',
  enforce: 'pre',
  load(id) {
    const isOther = id.startsWith(sources) && !id.startsWith(routes);
    return isOther ? `export const file = ${JSON.stringify(id)};` : undefined;
  },
};

/** Addresses with fewer variable parts come first: `/payouts/new` before `/payouts/$id`. */
function filesOf(all: readonly RouteModules[], bundle: Rolldown.OutputBundle): RouteFiles[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const first = applicationOf(bundle);
  const variables = ({ path }: RouteFiles): number => path.split('$').length;
  return all
    .map(({ path, modules }) => {
      const own = chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.includes(id)));
      const files = new Set(own.flatMap((chunk) => filesWith(chunk, bundle)));
      return { path, files: [...files].filter((file) => !first.includes(file)) };
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
