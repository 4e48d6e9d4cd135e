/** The hosted checkout: pages for the payer under both bases of interface A, with errors as pages. */
import { catalogue } from '../../errors/catalogue.ts';
import type { Interface } from '../../http/interface.ts';
import { pageHeaders } from '../../pages/page-headers.ts';
import { html } from '../../pages/render-page.ts';
import { merchantBasePaths, merchantInterface } from '../merchant/interface.ts';
import { checkoutErrorPage } from './error-page.ts';

export const checkoutInterface: Interface = {
  basePaths: Object.values(merchantBasePaths).map((base) => `${base}/user`),
  answerError(error) {
    const status = catalogue[error.code].http;
    return { status, headers: pageHeaders, contentType: html, body: checkoutErrorPage(error, status) };
  },
  // A browser never sends an unreadable request, so a page would not help.
  answerUnreadable: merchantInterface.answerError,
};
