/** The interface of the account pages: its base path and its error pages. Sign-in is enforced by `forSignedIn`. */
import { catalogue } from '../../errors/catalogue.ts';
import type { Interface } from '../../http/interface.ts';
import { pageHeaders } from '../../pages/page-headers.ts';
import { html } from '../../pages/render-page.ts';
import { accountPath } from '../../people/addresses.ts';
import { merchantInterface } from '../merchant/interface.ts';
import { accountErrorPage } from './error-page.ts';

export const accountInterface: Interface = {
  basePaths: [accountPath],
  answerError: (error) => ({
    status: catalogue[error.code].http,
    headers: pageHeaders,
    contentType: html,
    body: accountErrorPage(error),
  }),
  // A browser never sends an unreadable request, so a page would not help.
  answerUnreadable: merchantInterface.answerError,
};
