/** The tree of all addresses. Screens are loaded when they are first opened. */
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { NotFound } from '../ui/not-found.tsx';
import { ProblemPage } from '../ui/problem-page.tsx';
import { book, root, signedIn } from './base.tsx';
import { bookScreens } from './book-screens.ts';
import { entrances } from './entrances.ts';
import { operatorScreens } from './operator-screens.ts';
import { personScreens } from './person-screens.ts';

const tree = root.addChildren([
  ...entrances,
  signedIn.addChildren([...personScreens, book.addChildren([...bookScreens, operatorScreens])]),
]);

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
