/** The hosted checkout: pages for the payer under both bases of interface A, with errors as pages. */

import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../base/errors/app-error.ts';
import { catalog } from '../../base/errors/catalog.ts';
import type { Interface } from '../../core/http/interface.ts';
import { pageHeaders } from '../../core/pages/page-headers.ts';
import { html } from '../../core/pages/render-page.ts';
import type { Wording } from '../../core/wording/follow-wording.ts';
import { merchantInterface } from '../merchant/interface.ts';
import { pageFiles, paymentPathIn } from '../shared/checkout-addresses.ts';
import { merchantBasePaths } from '../shared/merchant-bases.ts';
import { languageOf } from '../shared/reader-language.ts';
import { checkoutErrorPage } from './error-page.ts';

/** @param wording the operator's own texts. */
export const checkoutInterface = (wording: Pick<Wording, 'of'>): Interface => ({
  basePaths: Object.values(merchantBasePaths).map((base) => `${base}/user`),
  answerError(error, _requestId, headers = {}, url = '') {
    const { http: status } = catalog[error.code];
    const language = languageOf(headers);
    const windowPath = windowPathOf(error, headers, url);
    const body = checkoutErrorPage(error, language, wording.of(language), pageFiles(), windowPath);
    return { status, headers: pageHeaders, contentType: html, body };
  },
  // A browser never sends an unreadable request, so a page would not help.
  answerUnreadable: merchantInterface.answerError,
});

/** A browser that keeps no cookies in a frame can still pay in a window of its own. */
function windowPathOf({ code }: AppError, headers: IncomingHttpHeaders, url: string): string | null {
  if (code !== 'forbidden' || headers['sec-fetch-dest'] === 'document') return null;
  return paymentPathIn(url);
}
