/**
 * The page for an address of nothing, and for what else can go wrong outside of the application. It stands alone: its
 * style is in it, so that it needs no other answer of the service but a font, which it can do without. Must never show an
 * internal message or input.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../base/errors/app-error.ts';
import { catalog, type ErrorCode } from '../../base/errors/catalog.ts';
import { directionOf, htmlLanguageOf } from '../../base/languages/languages.ts';
import type { ErrorAnswer } from '../../core/http/interface.ts';
import { pageHeaders } from '../../core/pages/page-headers.ts';
import { html, pageAsset, renderPage } from '../../core/pages/render-page.ts';
import { sharedAssetsPath } from '../../core/pages/shared-assets.ts';
import { languageOf } from '../shared/reader-language.ts';
import { errorTexts } from './error-texts.ts';

const pages: Partial<Record<ErrorCode, 'missing' | 'unreadable' | 'unavailable'>> = {
  not_found: 'missing',
  method_not_allowed: 'missing',
  malformed_request: 'unreadable',
  unavailable: 'unavailable',
};

const serverErrorMin = 500;

export function errorPage(error: AppError, requestId: string, headers: IncomingHttpHeaders): ErrorAnswer {
  const status = catalog[error.code].http;
  const language = languageOf(headers);
  const texts = errorTexts[language];
  const [heading, text] = texts[pages[error.code] ?? 'unexpected'];
  const css = (['base', 'error'] as const)
    .map((name) => pageAsset(`api/operations/views/${name}.css`).text)
    .join('\n')
    .replace('url("', `url("${sharedAssetsPath}/`);
  const body = renderPage('api/operations/views/error', {
    title: `${heading} · Sluice`,
    heading,
    text,
    home: texts.home,
    requestIdLabel: texts.requestId,
    lang: htmlLanguageOf(language),
    dir: directionOf(language),
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
