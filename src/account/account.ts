/** What the rest of the service sees of a customer's own pages. */
export { accountErrorPage } from './routes/error-page.ts';
export { type AccountDeps, registerAccount } from './routes/register-account.ts';
