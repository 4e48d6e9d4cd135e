/** Where the pages stand. Paths only: a `Host` header must never reach an address. */
import { merchantBasePaths } from '../../http/interface-of.ts';
import { pageAsset } from '../views.ts';

/** Relative to a base. */
export const formRoute = '/user/authentication/form/:token';
export const formsPath = '/user/authentication/form';
export const assetsPath = '/user/assets';

/** One address for both bases, so that a browser fetches each once. */
const assetPath = (kind: 'css' | 'js'): string => `${merchantBasePaths.api}${assetsPath}/${pageAsset(kind).name}`;
export const stylesheetPath = (): string => assetPath('css');
export const scriptPath = (): string => assetPath('js');
