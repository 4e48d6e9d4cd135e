/** Error pages of the checkout: what happened and what to do next. Must never show an internal message or input. */
import type { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { renderPage } from '../../pages/render-page.ts';
import { stylesheetPath } from './addresses.ts';

type Text = { heading: string; text: string };

const unreadable: Text = {
  heading: 'The form could not be read',
  text: 'Nothing was charged. Open the payment link again and fill in the form there.',
};

const texts: Partial<Record<ErrorCode, Text>> = {
  not_found: {
    heading: 'This payment link does not exist',
    text: 'Check that the whole address was copied, or go back to the shop and start again.',
  },
  method_not_allowed: {
    heading: 'This page cannot be opened this way',
    text: 'Open the payment link that the shop gave you.',
  },
  forbidden: {
    heading: 'This form is out of date',
    text: 'Nothing was charged. Go back, reload the page and try again. Your browser has to accept cookies from this site.',
  },
  merchant_not_active: {
    heading: 'This shop cannot take payments now',
    text: 'Nothing was charged. Ask the shop, or open the payment link again later.',
  },
  rate_limited: { heading: 'Too many attempts', text: 'Wait a minute, then try again.' },
  unavailable: {
    heading: 'The service is busy',
    text: 'Wait a moment, then open the payment link again. A payment is never taken twice.',
  },
  malformed_json: unreadable,
  validation_failed: unreadable,
  payload_too_large: unreadable,
  unsupported_media_type: unreadable,
};

const unexpected: Text = {
  heading: 'Something went wrong here',
  text: 'Open the payment link again to see whether the payment was made. A payment is never taken twice.',
};

/** Pure: the page depends only on the error code. Send it with `pageHeaders`. */
export function checkoutErrorPage(error: AppError, status: number): string {
  const { heading, text } = texts[error.code] ?? unexpected;
  return renderPage('interfaces/checkout/views/error', {
    title: heading,
    heading,
    text,
    status,
    testMode: false,
    stylesheetPath: stylesheetPath(),
  });
}
