import { expect, it } from 'vitest';
import { newRequestId, timeOfRequestId } from './request-id.ts';

it('an id of a request is a UUID of version 7 that begins with its time', () => {
  const before = Date.now();
  const id = newRequestId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const at = timeOfRequestId(id)?.getTime() as number;
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});

it('reads the time of a known id', () => {
  expect(timeOfRequestId('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toEqual(new Date('2022-02-22T19:22:22Z'));
});

it.each(['', 'x', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F', '../etc/passwd'])(
  'no request has the id "%s"',
  (id) => expect(timeOfRequestId(id)).toBeUndefined(),
);
