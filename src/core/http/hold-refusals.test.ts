import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { holdRefusals } from './hold-refusals.ts';

it('holds the answers of callers over a limit and to large bodies, up to its maximum, and no others', async () => {
  const held: (() => void)[] = [];
  const hook = holdRefusals(() => new Promise<void>((send) => held.push(send)));
  const sent: number[] = [];
  const answer = (statusCode: number, headers: IncomingHttpHeaders = {}) =>
    hook({ headers }, { statusCode }, '', () => sent.push(statusCode));
  for (const status of [200, 400, 401, 503]) answer(status);
  expect(sent.splice(0)).toEqual([200, 400, 401, 503]);

  for (let n = 0; n < 2_000; n += 1) answer(429);
  answer(200);
  expect(sent.splice(0)).toEqual([200]);
  answer(429);
  expect(sent.splice(0)).toEqual([429]);

  for (const send of held.splice(0)) send();
  await new Promise(setImmediate);
  expect(sent.splice(0)).toHaveLength(2_000);
  answer(429);
  for (const status of [400, 413, 422]) {
    answer(status, { 'content-length': '8193' });
    answer(status, { 'transfer-encoding': 'chunked' });
  }
  expect(sent).toEqual([]);
  for (const status of [201, 404]) answer(status, { 'content-length': '8193' });
  for (const status of [400, 413, 422]) answer(status, { 'content-length': '8192' });
  expect(sent).toEqual([201, 404, 400, 413, 422]);
});
