/** The hosted checkout: pages for the payer under both bases of interface A, with errors as pages. */

import { catalog } from '../../base/errors/catalog.ts';
import type { Interface } from '../../core/http/interface.ts';
import { pageHeaders } from '../../core/pages/page-headers.ts';
import { html } from '../../core/pages/render-page.ts';
import { merchantInterface } from '../merchant/interface.ts';
import { pageFiles } from '../shared/checkout-addresses.ts';
import { merchantBasePaths } from '../shared/merchant-bases.ts';
import { languageOf } from '../shared/reader-language.ts';
import { checkoutErrorPage } from './error-page.ts';

export const checkoutInterface: Interface = {
  basePaths: Object.values(merchantBasePaths).map((base) => `${base}/user`),
  answerError(error, _requestId, headers) {
    const { http: status } = catalog[error.code];
    const body = checkoutErrorPage(error, languageOf(headers ?? {}), pageFiles());
    return { status, headers: pageHeaders, contentType: html, body };
  },
  // A browser never sends an unreadable request, so a page would not help.
  answerUnreadable: merchantInterface.answerError,
};
