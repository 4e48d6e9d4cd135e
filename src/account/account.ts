/** What the rest of the service sees of a person's own pages, and what other features' pages among them stand on. */
export { takeFormKey } from './account.repository.ts';
export { displayTime } from './present-account.ts';
export {
  type Account,
  fieldOf,
  forSignedIn,
  type Page,
  queryOf,
  sendPage,
  tooMany,
  visitOf,
} from './routes/account-request.ts';
export { paths, withNext } from './routes/addresses.ts';
export { accountErrorPage } from './routes/error-page.ts';
export { type AccountDeps, registerAccount } from './routes/register-account.ts';
