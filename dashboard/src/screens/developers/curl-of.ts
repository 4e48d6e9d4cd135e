/** A request of the explorer as a command, to run with a key from a terminal or to start a program from. Pure. */
import type { Operation, requestOf } from './operations.ts';

/** How a server says who it is; the names are variables of the shell, because no browser has a secret. */
const keyHeaders = {
  '/partner/': ['-H "X-Client-Id: $SLUICE_CLIENT_ID"', '-H "X-Client-Secret: $SLUICE_CLIENT_SECRET"'],
  '/pay/api/': ['-H "Authorization: Bearer $TOKEN"'],
} as const;

const bases = Object.keys(keyHeaders) as (keyof typeof keyHeaders)[];

/** In single quotes, as a shell takes it literally. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** @param origin of the service. @param request what would be sent; a parameter of the path that is not filled in stays named. */
export function curlOf(origin: string, { method, path }: Operation, request: ReturnType<typeof requestOf>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = request.path[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const query = new URLSearchParams(request.query).toString();
  const address = `${origin}${filled}${query === '' ? '' : `?${query}`}`;
  const base = bases.find((one) => path.startsWith(one)) ?? '/partner/';
  const isPlain = method === 'GET' || (method === 'POST' && request.body !== undefined);
  return [
    `curl ${isPlain ? '' : `-X ${method} `}${quoted(address)}`,
    ...keyHeaders[base],
    ...(request.body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(request.body)}`]),
  ].join(' \\\n  ');
}
