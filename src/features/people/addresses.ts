/** The paths of people's pages. Callers that need a whole address prepend PUBLIC_URL. */

/** Screens of the dashboard that mails and pages lead to. A token is the last part of its address. */
export const signInPath = '/sign-in';
/** Where the people of an account with a sign-in provider start; the provider's id is its last part. */
export const signInWithPath = '/sign-in/with';
/** What a confirmation by a provider ends on, in a window of its own. */
export const confirmedPath = '/confirmed';
export const signUpPath = '/sign-up';
export const resendPath = '/sign-up/resend';
export const confirmPath = '/confirm';
export const forgottenPath = '/forgotten-password';
export const resetPath = '/reset-password';
export const lockedOutPath = '/locked-out';
export const liftPath = '/lift-limit';
export const profilePath = '/profile';
/** What an invitation's link opens; the token, or the id of one that is listed to the person, is its last part. */
export const invitationsPath = '/invitations';

/** Where the account is not known: the dashboard opens the person's own. `?mode` and `?currency` are optional. */
export const openTopUpPath = '/open/top-up';
