/** Error pages of the account: what happened and what to do next. Must never show an internal message or input. */
import type { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { renderPage } from '../../pages/render-page.ts';
import { stylesheetPath } from '../checkout/addresses.ts';
import { ownStylesheetPath, paths } from './addresses.ts';

type Text = { heading: string; text: string };

const unreadable: Text = {
  heading: 'The form could not be read',
  text: 'Nothing was changed. Go back, reload the page and fill in the form there.',
};

const texts: Partial<Record<ErrorCode, Text>> = {
  not_found: { heading: 'This page does not exist', text: 'Check that the whole address was copied.' },
  method_not_allowed: {
    heading: 'This page cannot be opened this way',
    text: 'Open your account and go on from there.',
  },
  forbidden: {
    heading: 'This was refused',
    text: 'Nothing was changed. The form may be out of date: go back, reload the page and try again. Your browser has to accept cookies from this site.',
  },
  rate_limited: { heading: 'Too many attempts', text: 'Wait a minute, then try again.' },
  unavailable: { heading: 'The service is busy', text: 'Wait a moment, then try again.' },
  malformed_json: unreadable,
  validation_failed: unreadable,
  payload_too_large: unreadable,
  unsupported_media_type: unreadable,
};

const unexpected: Text = {
  heading: 'Something went wrong here',
  text: 'Open your account to see what was done. Nothing is done twice.',
};

/** Pure: the page depends only on the error code. */
export function accountErrorPage(error: AppError): string {
  const { heading, text } = texts[error.code] ?? unexpected;
  return renderPage('interfaces/account/views/error', {
    title: `${heading} · Sluice`,
    heading,
    text,
    paths,
    person: undefined,
    testMode: false,
    stylesheetPath: stylesheetPath(),
    ownStylesheetPath: ownStylesheetPath(),
  });
}
