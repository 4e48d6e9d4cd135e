/** Addresses of the checkout pages. Paths only: a `Host` header must never influence an address. */
import { pageAsset } from '../../pages/render-page.ts';
import { type MerchantBase, merchantBasePaths } from '../merchant/interface.ts';

/** Relative to a base path. */
export const formRoute = '/user/authentication/form/:token';
const formsPath = '/user/authentication/form';
export const assetsPath = '/user/assets';

/** The path of a base's forms, which is also the path of their cookie. */
export const formsPathOf = (base: MerchantBase): string => `${merchantBasePaths[base]}${formsPath}`;

/** The hosted page of a payment, under the base it was created through (docs/contract.md, "Addresses"). */
export const paymentPath = (payment: { base: MerchantBase; id: string }): string =>
  `${formsPathOf(payment.base)}/${payment.id}`;

export const checkoutAssets = Object.freeze({
  css: 'pages/views/checkout.css',
  js: 'checkout/views/checkout.js',
} as const);

/** One address for both bases, so that a browser caches each asset once. */
const assetPath = (kind: keyof typeof checkoutAssets): string =>
  `${merchantBasePaths.api}${assetsPath}/${pageAsset(checkoutAssets[kind]).name}`;
export const stylesheetPath = (): string => assetPath('css');
export const scriptPath = (): string => assetPath('js');
