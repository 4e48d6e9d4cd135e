/** Every address of the dashboard. Screens are loaded when they are first opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Mode } from '../api/client.ts';
import { NotFound, NotFoundPage } from '../ui/not-found.tsx';
import { ProblemPage } from '../ui/problem-page.tsx';
import { sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';
import { startOf } from './start.ts';

type Context = { queries: QueryClient };

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ProblemPage,
});

/** What a screen of a list may be asked to show. Each list knows its own filters; unknown values are dropped there. */
export type ListSearch = { search?: string; sort?: string; cursor?: string; status?: string };

const texts = (search: Record<string, unknown>, names: readonly (keyof ListSearch)[]): ListSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );

const listSearch = (search: Record<string, unknown>): ListSearch =>
  texts(search, ['search', 'sort', 'cursor', 'status']);

/** `next` is an address of ours, to open after signing in. Anything else would be an open redirect. */
const nextSearch = (search: Record<string, unknown>): { next?: string } =>
  typeof search.next === 'string' && /^\/(?![/\\])/.test(search.next) ? { next: search.next } : {};

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in' });
    const book = startOf(session);
    if (book !== undefined) throw redirect({ to: '/h/$holderId/$mode', params: book });
  },
  component: lazyRouteComponent(() => import('../screens/start/start.tsx'), 'Start'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('../screens/session/sign-in.tsx'), 'SignIn'),
});

/** Screens of a person who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    return { session };
  },
});

/** Screens of one book: a holder in one mode. */
export const book = createRoute({
  getParentRoute: () => signedIn,
  path: '/h/$holderId/$mode',
  params: {
    parse: ({ holderId, mode }) => ({ holderId: Number(holderId), mode: mode as Mode }),
    stringify: ({ holderId, mode }) => ({ holderId: String(holderId), mode }),
  },
  beforeLoad: ({ params, context }) => {
    const holder = context.session.holders.find((one) => one.holder_id === params.holderId);
    if (holder === undefined || (params.mode !== 'test' && params.mode !== 'live')) throw notFound();
    return { holder };
  },
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => book,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/home/home.tsx'), 'Home'),
});

const orders = createRoute({
  getParentRoute: () => book,
  path: '/orders',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/orders/orders.tsx'), 'Orders'),
});

const order = createRoute({
  getParentRoute: () => book,
  path: '/orders/$ref',
  component: lazyRouteComponent(() => import('../screens/orders/order.tsx'), 'OrderTrace'),
});

const tree = root.addChildren([start, signIn, signedIn.addChildren([book.addChildren([home, orders, order])])]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ProblemPage,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
