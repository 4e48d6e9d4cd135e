/** The paths of people's pages. Callers that need a whole address prepend PUBLIC_URL. */

/** Sign-up, sign-in and a customer's own pages; served by `src/account`. */
export const accountPath = '/account';
