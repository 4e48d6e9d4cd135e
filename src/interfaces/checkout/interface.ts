/** The hosted checkout: pages for the payer under both bases of interface A, with errors as pages. */
import { checkoutErrorPage } from '../../checkout/error-page.ts';
import { languageOf } from '../../checkout/reader-language.ts';
import { catalogue } from '../../errors/catalogue.ts';
import type { Interface } from '../../http/interface.ts';
import { pageHeaders } from '../../pages/page-headers.ts';
import { html } from '../../pages/render-page.ts';
import { merchantBasePaths, merchantInterface } from '../merchant/interface.ts';
import { pageFiles } from './addresses.ts';

export const checkoutInterface: Interface = {
  basePaths: Object.values(merchantBasePaths).map((base) => `${base}/user`),
  answerError(error, _requestId, headers) {
    const { http: status } = catalogue[error.code];
    const body = checkoutErrorPage(error, languageOf(headers ?? {}), pageFiles());
    return { status, headers: pageHeaders, contentType: html, body };
  },
  // A browser never sends an unreadable request, so a page would not help.
  answerUnreadable: merchantInterface.answerError,
};
