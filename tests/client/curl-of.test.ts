/** The explorer's requests as commands: what a shell reads back is what would have been sent. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const { curlOf } = await import(
  /* @vite-ignore */ new URL('../../dashboard/src/screens/developers/curl-of.ts', import.meta.url).href
);
const origin = 'https://pay.example';
const operation = (method: string, path: string) => ({ method, path });

/** The words of the command, as a shell takes them apart. */
const wordsOf = (command: string): string[] => {
  const script = `curl() { printf '%s\\0' "$@"; }; SLUICE_CLIENT_ID=id; SLUICE_CLIENT_SECRET=secret; TOKEN=token; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
};

it('a company’s request has its keys, its address and its body, whatever quotes are in it', () => {
  const body = '{\n  "reason": "The customer\'s \\"late\\" $HOME"\n}';
  const request = { operation: 'holdOrder', path: { ref: 'a/b' }, query: {}, body };
  expect(wordsOf(curlOf(origin, operation('POST', '/partner/v1/orders/{ref}/hold'), request))).toEqual([
    'https://pay.example/partner/v1/orders/a%2Fb/hold',
    ...['-H', 'X-Client-Id: id', '-H', 'X-Client-Secret: secret', '-H', 'Content-Type: application/json'],
    ...['-d', body],
  ]);
});

it.each([
  ['GET', { limit: '5' }, undefined, ['https://pay.example/pay/api/v1/payments?limit=5']],
  ['POST', {}, undefined, ['-X', 'POST', 'https://pay.example/pay/api/v1/payments']],
  ['PUT', {}, '{}', ['-X', 'PUT', 'https://pay.example/pay/api/v1/payments']],
])('a shop’s %s names its method where curl would take another', (method, query, body, first) => {
  const request = { operation: 'any', path: {}, query, ...(body === undefined ? {} : { body }) };
  expect(wordsOf(curlOf(origin, operation(method, '/pay/api/v1/payments'), request))).toEqual([
    ...first,
    ...['-H', 'Authorization: Bearer token'],
    ...(body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', body]),
  ]);
});

it('what is not filled in stays named', () => {
  const request = { operation: 'getOrder', path: {}, query: {} };
  expect(curlOf(origin, operation('GET', '/partner/v1/orders/{ref}'), request)).toContain('/orders/{ref}');
});
