/** A customer's own pages: where they stand, and errors as pages of this place. Sign-in is `forSignedIn`'s matter. */
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
  // These pages are links and forms of ours; what sends this is no browser.
  answerUnreadable: merchantInterface.answerError,
};
