/** Addresses of the checkout pages. Paths only: a `Host` header must never influence an address. */
import { pageAsset, pageFont } from '../../core/pages/render-page.ts';
import { type MerchantBase, merchantBasePaths } from './merchant-bases.ts';

/** Relative to a base path. */
export const formRoute = '/user/authentication/form/:token';
const formsPath = '/user/authentication/form';
export const assetsPath = '/user/assets';

/** The path of a base's forms, which is also the path of their cookie. */
export const formsPathOf = (base: MerchantBase): string => `${merchantBasePaths[base]}${formsPath}`;

/** The hosted page of a payment, under the base it was created through (docs/contract/common.md, "Addresses"). */
export const paymentPath = (payment: { base: MerchantBase; id: string }): string =>
  `${formsPathOf(payment.base)}/${payment.id}`;

/** The page of the payment that an address belongs to; null for any other address. */
export const paymentPathIn = (url: string): string | null => paymentPaths.exec(url)?.[0] ?? null;
const paymentPaths = new RegExp(`^(${Object.values(merchantBasePaths).join('|')})${formsPath}/[0-9A-Za-z_]+`);

export const checkoutAssets = Object.freeze({
  css: 'api/checkout/views/checkout.css',
  js: 'api/checkout/views/checkout.js',
} as const);

/** Inter, by the scripts of the languages it has. */
export const checkoutFonts = Object.freeze(['latin', 'latin-ext', 'greek'] as const).map(
  (script) => `core/pages/fonts/inter-${script}.woff2`,
);

/** One address for both bases, so that a browser caches each file once. */
const assetsBase = `${merchantBasePaths.api}${assetsPath}`;
const assetPath = (kind: keyof typeof checkoutAssets): string =>
  `${assetsBase}/${pageAsset(checkoutAssets[kind]).name}`;
export const stylesheetPath = (): string => assetPath('css');

/** The files of every page. */
export const pageFiles = () => ({
  stylesheetPath: stylesheetPath(),
  scriptPath: assetPath('js'),
  fontPath: `${assetsBase}/${pageFont(checkoutFonts[0] as string).name}`,
});

/** A shop's colour as a stylesheet. @param colour `#rrggbb`. */
export const accentPath = (colour: string): string => `${assetsBase}/accents/${colour.slice(1)}.css`;
export const accentRoute = `${assetsPath}/accents/:name`;

/** A shop's logo; its name changes with every upload. */
export const logoPath = (id: string): string => `${assetsBase}/logos/${id}`;
export const logoRoute = `${assetsPath}/logos/:id`;
