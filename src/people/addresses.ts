/** Where the pages of people stand. Paths only; whoever needs a whole address puts PUBLIC_URL before them. */

/** Sign-up, sign-in and a customer's own pages; `src/account` serves them. */
export const accountPath = '/account';
