/** Screens of a person, whatever holders they belong to. */
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { addressOfPlace, openSearch } from '../open-place.ts';
import { signedIn } from './base.tsx';

export const personScreens = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/profile',
    component: lazyRouteComponent(() => import('../../screens/profile/profile.tsx'), 'Profile'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/accounts/new',
    component: lazyRouteComponent(() => import('../../screens/joining/new-account.tsx'), 'NewAccount'),
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
