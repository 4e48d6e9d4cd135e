/** What the rest of the service sees of the customer's pages. */
export { errorPage } from './routes/error-page.ts';
export { pageHeaders } from './routes/page-headers.ts';
export { type CheckoutDeps, registerCheckout } from './routes/register-checkout.ts';
