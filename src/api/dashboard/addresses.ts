/** The addresses of the dashboard's screens. The application itself reads what comes after; see `dashboard/src/routes/`. */
import {
  confirmedPath,
  confirmPath,
  forgottenPath,
  invitationsPath,
  liftPath,
  lockedOutPath,
  profilePath,
  resendPath,
  resetPath,
  signInPath,
  signInWithPath,
  signUpPath,
} from '../../features/people/addresses.ts';

export const screens = [
  '/',
  signInPath,
  `${signInWithPath}/*`,
  confirmedPath,
  signUpPath,
  resendPath,
  `${confirmPath}/*`,
  forgottenPath,
  `${resetPath}/*`,
  lockedOutPath,
  `${liftPath}/*`,
  profilePath,
  '/join/*',
  '/accounts/new',
  `${invitationsPath}/*`,
  '/unsubscribe/*',
  '/open/*',
  '/h/*',
] as const;

/** Served under `start` alone. */
export const demoLoginsPath = '/dev/logins';
