/**
 * Which interface an address belongs to. One question, asked wherever an answer has to be shaped before, or without,
 * a route: a bad address, an unknown path, an unexpected error.
 */
/** The two bases of interface A; test or live is decided by the key pair, the sandbox takes test keys only. */
export const merchantBasePaths = Object.freeze({ api: '/pay/api/v1', sandbox: '/pay/sandbox/api/v1' });

export const partnerBasePath = '/partner/v1';

/** Where people have pages of their own. */
export const accountBasePath = '/account';

export type Interface = 'merchant' | 'partner' | 'page' | 'other';

const isUnder = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** A request line may name the whole address (RFC 9112, 3.2.2); only its path counts. */
const absolute = /^https?:\/\/[^/]*/i;

/** The path of a request line, without its query. */
const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').replace(absolute, '');

export const isAccountPage = (url: string): boolean => isUnder(pathOf(url), accountBasePath);

export function interfaceOf(url: string): Interface {
  const path = pathOf(url);
  for (const base of Object.values(merchantBasePaths)) {
    if (isUnder(path, `${base}/user`)) return 'page';
  }
  if (isUnder(path, accountBasePath)) return 'page';
  if (isUnder(path, '/pay')) return 'merchant';
  if (isUnder(path, '/partner')) return 'partner';
  return 'other';
}
