/** An address leads to its file: `GET /api/v1/operator/late-captures` is answered in `api/operator/late-captures.ts`. */
import { describe, expect, it } from 'vitest';
import { readSources } from '../support/source-files.ts';

/** The audiences whose files are named after addresses, and what all addresses of one begin with. */
const audiences: Record<string, string> = {
  merchant: '/',
  partner: '/',
  company: '/',
  console: '/',
  operator: '/operator/',
};

const addresses = readSources().flatMap(({ path, code }) => {
  const [floor, audience = '', ...names] = path.split('/');
  if (floor !== 'api' || !Object.hasOwn(audiences, audience)) return [];
  return [...code.matchAll(/\burl: ['`](\/[^'`]*)['`]/g)].map(([, url = '']) => ({
    path,
    url,
    start: audiences[audience] as string,
    file: (names[0] as string).replace(/\.ts$/, ''),
  }));
});

/** The first part of an address: `payouts` of `/payouts/:id/cancel`. */
const resourceOf = (url: string, start: string): string =>
  (url.slice(start.length).split('/')[0] as string).replace(/\.\w+$/, '');

describe('addresses', () => {
  it('are found', () => {
    expect(addresses.length).toBeGreaterThan(150);
  });

  it('begin as the file that answers them is named', () => {
    const strays = addresses.filter(({ url, start, file }) => {
      const resource = resourceOf(url, start);
      return !url.startsWith(start) || (file !== resource && !file.startsWith(`${resource}-`));
    });
    expect(strays.map(({ path, url }) => `${path}: ${url}`)).toEqual([]);
  });
});
