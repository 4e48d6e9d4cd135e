/** Screens of visitors: the greeting, signing in and up, and what mailed links open. */
import { createRoute, redirect } from '@tanstack/react-router';
import { isRenderedPage, safeNext } from '../app/next.ts';
import { sessionQuery } from '../app/session.ts';
import { type Failure, failureOf } from '../app/sign-in-failures.ts';
import { startOf } from '../app/start.ts';
import { root } from './base.tsx';
import { lazyScreen } from './lazy-screen.ts';

/** `next` is opened after signing in, `done` is what led here. */
type EntranceSearch = { next?: string | undefined; done?: 'password' | 'lifted' | undefined };
/** `failed`: what a sign-in through a provider came back with. `step`: where it goes on. */
type SignInSearch = EntranceSearch & { failed?: Failure | undefined; step?: 'code' | undefined };

/** Both keys are always set: the router keeps what was given for those that are missing. */
const entranceSearch = ({ next, done }: Record<string, unknown>): EntranceSearch => ({
  next: safeNext(next, location.origin),
  done: done === 'password' || done === 'lifted' ? done : undefined,
});

const signInSearch = (search: Record<string, unknown>): SignInSearch => ({
  ...entranceSearch(search),
  failed: failureOf(search.failed),
  step: search.step === 'code' ? 'code' : undefined,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    const book = session === null ? undefined : startOf(session);
    if (book !== undefined) throw redirect({ to: '/h/$holderId/$mode', params: book });
  },
  component: lazyScreen(() => import('../screens/start/start.tsx'), 'Start'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session !== null)
      throw redirect({ href: search.next ?? '/', reloadDocument: isRenderedPage(search.next ?? '/') });
  },
  component: lazyScreen(() => import('../screens/session/sign-in.tsx'), 'SignIn'),
});

const signInWith = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/with/$provider',
  validateSearch: entranceSearch,
  component: lazyScreen(() => import('../screens/session/sign-in-with.tsx'), 'SignInWith'),
});

const confirmed = createRoute({
  getParentRoute: () => root,
  path: '/confirmed',
  validateSearch: (search: Record<string, unknown>): { failed?: Failure | undefined } => ({
    failed: failureOf(search.failed),
  }),
  component: lazyScreen(() => import('../screens/session/confirmed.tsx'), 'Confirmed'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: entranceSearch,
  component: lazyScreen(() => import('../screens/session/sign-up.tsx'), 'SignUp'),
});

const requestMail = () => import('../screens/session/request-mail.tsx');

const resendConfirmation = createRoute({
  getParentRoute: () => root,
  path: '/sign-up/resend',
  component: lazyScreen(requestMail, 'ResendConfirmation'),
});

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm/$token',
  component: lazyScreen(() => import('../screens/session/confirm.tsx'), 'Confirm'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyScreen(requestMail, 'ForgottenPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: lazyScreen(() => import('../screens/session/reset-password.tsx'), 'ResetPassword'),
});

const lockedOut = createRoute({
  getParentRoute: () => root,
  path: '/locked-out',
  component: lazyScreen(requestMail, 'LockedOut'),
});

const liftLimit = createRoute({
  getParentRoute: () => root,
  path: '/lift-limit/$token',
  component: lazyScreen(() => import('../screens/session/lift-limit.tsx'), 'LiftLimit'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  component: lazyScreen(() => import('../screens/joining/join.tsx'), 'Join'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  component: lazyScreen(() => import('../screens/session/unsubscribe.tsx'), 'Unsubscribe'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyScreen(() => import('../screens/invitation/invitation.tsx'), 'Invitation'),
});

export const entrances = [
  start,
  signIn,
  signInWith,
  confirmed,
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
