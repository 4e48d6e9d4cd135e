/** Screens of a person, whatever holders they belong to. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
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
] as const;
