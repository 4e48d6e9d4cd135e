/**
 * An interface of the service, as this folder sees it: its base paths and the form of its errors. Used wherever an
 * error is answered without a route: a bad address, an unknown path, an unexpected error, an unreadable request. Must
 * not know the existing interfaces; they are passed in.
 */
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../base/errors/app-error.ts';

export type ErrorAnswer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
};

export type Interface = {
  /** An address belongs to the interface with the longest matching base path; '' matches every address. */
  basePaths: readonly string[];
  /**
   * @param headers of the request, where there is one: a page is written in the reader's language.
   * @param url of the request line.
   */
  answerError(error: AppError, requestId: string, headers?: IncomingHttpHeaders, url?: string): ErrorAnswer;
  /** The message in `answerError`; default: that of the error. */
  messageOf?(error: AppError): string;
  /** The answer to a browser that opens an address and wants a page; default: `answerError`. */
  answerPage?(error: AppError, requestId: string, headers: IncomingHttpHeaders): ErrorAnswer;
  /** The answer to a client that does not speak HTTP; default: `answerError`. */
  answerUnreadable?(error: AppError, requestId: string): ErrorAnswer;
};

export type InterfaceOf = (url: string) => Interface;

const isUnder = (path: string, base: string): boolean => base === '' || path === base || path.startsWith(`${base}/`);

/** A request line may contain an absolute URL (RFC 9112, 3.2.2), of which only the path is used. */
const absolute = /^https?:\/\/[^/]*/i;

/** The path of a request line as the router reads it: without the query, and with doubled slashes as one. */
const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').replace(absolute, '').replaceAll(/\/{2,}/g, '/');

/** @param interfaces one of them must have the base path ''. */
export function createInterfaceOf(interfaces: readonly Interface[]): InterfaceOf {
  const owners = interfaces
    .flatMap((one) => one.basePaths.map((base) => ({ base, one })))
    .sort((a, b) => b.base.length - a.base.length);
  assert(owners.at(-1)?.base === '', 'every address belongs to an interface');
  return (url) => {
    const path = pathOf(url);
    const owner = owners.find(({ base }) => isUnder(path, base));
    assert(owner !== undefined);
    return owner.one;
  };
}

export const jsonAnswer = (status: number, body: unknown): ErrorAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
