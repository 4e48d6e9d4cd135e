/** What the rest of the service sees of the payment page, and what other pages share with it. */
export { stylesheetPath } from './routes/addresses.ts';
export { fieldOf, visitOf } from './routes/checkout-request.ts';
export { errorPage } from './routes/error-page.ts';
export { useFormTokens } from './routes/form-tokens.ts';
export { pageHeaders } from './routes/page-headers.ts';
export { type CheckoutDeps, registerCheckout } from './routes/register-checkout.ts';
