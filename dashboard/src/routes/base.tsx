/** What every screen stands in: the application, a person who is signed in, one book. */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound, Outlet, redirect } from '@tanstack/react-router';
import type { Mode } from '../api/client.ts';
import { sessionQuery } from '../app/session.ts';
import { NotFoundPage } from '../ui/not-found.tsx';
import { ProblemPage } from '../ui/problem-page.tsx';
import { ToastArea } from '../ui/toast-area.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { Remedies } from './remedies.tsx';

type Context = { queries: QueryClient };

export const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Remedies />
    </>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: ProblemPage,
});

/** Screens of a person who is signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => (
    <>
      <Outlet />
      <ToastArea />
    </>
  ),
  notFoundComponent: lazyScreen(() => import('../app/nothing-here.tsx'), 'NothingHere'),
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
  component: lazyScreen(() => import('../app/shell.tsx'), 'Shell'),
});
