/** Screens of a person, whatever holders they belong to. */
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { addressOfPlace, openSearch } from '../app/open-place.ts';
import { signedIn } from './base.tsx';
import { lazyScreen } from './lazy-screen.ts';

export const personScreens = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/profile',
    component: lazyScreen(() => import('../screens/profile/profile.tsx'), 'Profile'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/accounts/new',
    component: lazyScreen(() => import('../screens/joining/new-account.tsx'), 'NewAccount'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/open/$place',
    validateSearch: openSearch,
    beforeLoad: ({ context, params, search }) => {
      const href = addressOfPlace(context.session, params.place, search);
      if (href === undefined) throw notFound();
      throw redirect({ href, replace: true });
    },
  }),
] as const;
