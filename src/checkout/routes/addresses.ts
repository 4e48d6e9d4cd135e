/** Where the pages stand. Paths only: a `Host` header must never reach an address. */
import { merchantBasePaths } from '../../http/interface-of.ts';
import { pageStylesheet } from '../views.ts';

/** Relative to a base. */
export const formRoute = '/user/authentication/form/:token';
export const formsPath = '/user/authentication/form';
export const assetsPath = '/user/assets';

/** One address for both bases, so that a browser fetches it once. */
export const stylesheetPath = (): string => `${merchantBasePaths.api}${assetsPath}/${pageStylesheet().name}`;
