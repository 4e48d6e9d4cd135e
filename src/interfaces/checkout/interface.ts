/** The hosted checkout: pages for whoever pays, below both bases of interface A. Errors are pages, too. */
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
  // These pages are links and forms of ours; what sends this is no browser.
  answerUnreadable: merchantInterface.answerError,
};
