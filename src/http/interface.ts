/**
 * What an interface of the service is to this folder: where it stands, and how it words an error. Which ones there are
 * is handed in. Asked wherever an answer has to be shaped before, or without, a route: a bad address, an unknown path,
 * an unexpected error, bytes that are no request.
 */
import assert from 'node:assert/strict';
import type { AppError } from '../errors/app-error.ts';

export type ErrorAnswer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
};

export type Interface = {
  /** An address belongs to the interface with the longest of these at or under which it is; '' is above all. */
  basePaths: readonly string[];
  answerError(error: AppError, requestId: string): ErrorAnswer;
  /** To a client that does not speak HTTP; `answerError` unless this says otherwise. */
  answerUnreadable?(error: AppError, requestId: string): ErrorAnswer;
};

export type InterfaceOf = (url: string) => Interface;

const isUnder = (path: string, base: string): boolean => base === '' || path === base || path.startsWith(`${base}/`);

/** A request line may name the whole address (RFC 9112, 3.2.2); only its path counts. */
const absolute = /^https?:\/\/[^/]*/i;

/** The path of a request line, without its query. */
const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').replace(absolute, '');

/** @param interfaces one of which owns what is nobody else's. */
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

/** An answer in JSON. */
export const jsonAnswer = (status: number, body: unknown): ErrorAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
