/**
 * The page for an address of nothing, and for what else can go wrong outside of the application. It stands alone: its
 * style is in it, so that it needs no other answer of the service but a font, which it can do without. Must never show an
 * internal message or input.
 */
import { createHash } from 'node:crypto';
import type { AppError } from '../../base/errors/app-error.ts';
import { catalog, type ErrorCode } from '../../base/errors/catalog.ts';
import type { ErrorAnswer } from '../../core/http/interface.ts';
import { pageHeaders } from '../../core/pages/page-headers.ts';
import { html, pageAsset, renderPage } from '../../core/pages/render-page.ts';
import { sharedAssetsPath } from '../../core/pages/shared-assets.ts';

type Text = { heading: string; text: string };

const missing: Text = {
  heading: 'This page doesn’t exist',
  text: 'Check the address for typos. The page may also have been removed.',
};

const texts: Partial<Record<ErrorCode, Text>> = {
  not_found: missing,
  method_not_allowed: missing,
  malformed_request: { heading: 'This address cannot be read', text: 'Check that the whole address was copied.' },
  unavailable: { heading: 'Not available right now', text: 'Wait a moment, then reload the page.' },
};

const unexpected: Text = {
  heading: 'Something went wrong on our side',
  text: 'Nothing was changed. Reload the page, or try again later.',
};

const serverErrorMin = 500;

export function errorPage(error: AppError, requestId: string): ErrorAnswer {
  const status = catalog[error.code].http;
  const { heading, text } = texts[error.code] ?? unexpected;
  const css = pageAsset('api/operations/views/error.css').text.replace('url("', `url("${sharedAssetsPath}/`);
  const body = renderPage('api/operations/views/error', {
    title: `${heading} · Sluice`,
    heading,
    text,
    css,
    status,
    requestId: status >= serverErrorMin ? requestId : undefined,
    testMode: false,
    stylesheetPath: '',
  });
  return { status, contentType: html, headers: { ...pageHeaders, 'content-security-policy': policyFor(css) }, body };
}

/** Allows this very style and its font, and nothing else. */
const policyFor = (css: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'img-src data:',
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
