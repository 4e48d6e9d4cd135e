/** The paths of people's pages. Callers that need a whole address prepend PUBLIC_URL. */

/** A customer's wallet, links and payouts, and the addresses of mails sent before; served by `src/account`. */
export const accountPath = '/account';

/** Screens of the dashboard that mails and pages lead to. A token is the last part of its address. */
export const signInPath = '/sign-in';
export const signUpPath = '/sign-up';
export const resendPath = '/sign-up/resend';
export const confirmPath = '/confirm';
export const forgottenPath = '/forgotten-password';
export const resetPath = '/reset-password';
export const lockedOutPath = '/locked-out';
export const liftPath = '/lift-limit';
export const profilePath = '/profile';
