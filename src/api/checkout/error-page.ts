/** Error pages of the checkout: what happened and what to do next. Must never show an internal message or input. */
import type { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { directionOf, htmlLanguageOf, type Language } from '../../base/languages/languages.ts';
import type { CustomTexts } from '../../core/wording/custom-texts.ts';
import { type Strings, stringsOf } from '../../features/checkout/strings/index.ts';
import { renderView } from './render-view.ts';

const texts: Partial<Record<ErrorCode, keyof Strings['errors']>> = {
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  forbidden: 'forbidden',
  merchant_not_active: 'merchant_not_active',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
  malformed_json: 'unreadable',
  validation_failed: 'unreadable',
  payload_too_large: 'unreadable',
  unsupported_media_type: 'unreadable',
};

type Files = { stylesheetPath: string; scriptPath: string; fontPath: string };

/**
 * Pure: the page depends only on the error's code, the language and the operator's own texts in it. Send it with `pageHeaders`.
 * @param windowPath where it goes on in a window of its own, if it may be in a frame.
 */
export function checkoutErrorPage(
  error: AppError,
  language: Language,
  custom: CustomTexts,
  files: Files,
  windowPath: string | null,
): string {
  const t = stringsOf(language, custom);
  const { heading, text } = t.errors[texts[error.code] ?? 'unexpected'];
  return renderView('error', {
    ...files,
    t,
    lang: htmlLanguageOf(language),
    dir: directionOf(language),
    title: heading,
    heading,
    text,
    sign: 'problem',
    testMode: false,
    accentPath: null,
    shop: null,
    languages: [],
    languageName: '',
    framed: false,
    target: null,
    windowPath,
    embed: null,
  });
}
