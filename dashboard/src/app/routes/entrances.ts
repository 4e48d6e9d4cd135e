/** Screens of visitors: the greeting, signing in and up, and what mailed links open. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isRenderedPage, safeNext } from '../next.ts';
import { sessionQuery } from '../session.ts';
import { startOf } from '../start.ts';
import { root } from './base.tsx';

/** `next` is opened after signing in, `done` is what led here. */
type EntranceSearch = { next?: string | undefined; done?: 'password' | 'lifted' | undefined };

/** Both keys are always set: the router keeps what was given for those that are missing. */
const entranceSearch = ({ next, done }: Record<string, unknown>): EntranceSearch => ({
  next: safeNext(next, location.origin),
  done: done === 'password' || done === 'lifted' ? done : undefined,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    const book = session === null ? undefined : startOf(session);
    if (book !== undefined) throw redirect({ to: '/h/$holderId/$mode', params: book });
  },
  component: lazyRouteComponent(() => import('../../screens/start/start.tsx'), 'Start'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: entranceSearch,
  beforeLoad: async ({ context, search }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session !== null)
      throw redirect({ href: search.next ?? '/', reloadDocument: isRenderedPage(search.next ?? '/') });
  },
  component: lazyRouteComponent(() => import('../../screens/session/sign-in.tsx'), 'SignIn'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: entranceSearch,
  component: lazyRouteComponent(() => import('../../screens/session/sign-up.tsx'), 'SignUp'),
});

const requestMail = () => import('../../screens/session/request-mail.tsx');

const resendConfirmation = createRoute({
  getParentRoute: () => root,
  path: '/sign-up/resend',
  component: lazyRouteComponent(requestMail, 'ResendConfirmation'),
});

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm/$token',
  component: lazyRouteComponent(() => import('../../screens/session/confirm.tsx'), 'Confirm'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(requestMail, 'ForgottenPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('../../screens/session/reset-password.tsx'), 'ResetPassword'),
});

const lockedOut = createRoute({
  getParentRoute: () => root,
  path: '/locked-out',
  component: lazyRouteComponent(requestMail, 'LockedOut'),
});

const liftLimit = createRoute({
  getParentRoute: () => root,
  path: '/lift-limit/$token',
  component: lazyRouteComponent(() => import('../../screens/session/lift-limit.tsx'), 'LiftLimit'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  component: lazyRouteComponent(() => import('../../screens/joining/join.tsx'), 'Join'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('../../screens/session/unsubscribe.tsx'), 'Unsubscribe'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('../../screens/invitation/invitation.tsx'), 'Invitation'),
});

export const entrances = [
  start,
  signIn,
  signUp,
  resendConfirmation,
  confirm,
  forgottenPassword,
  resetPassword,
  lockedOut,
  liftLimit,
  join,
  unsubscribe,
  invitation,
] as const;
