import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { waitForTurn } from './wait-for-turn.ts';

it('has a request wait before its body is read, and go on as itself', async () => {
  const current = new AsyncLocalStorage<string>();
  const gone: unknown[] = [];
  let call = (): void => {};
  const turn = new Promise<void>((resolve) => {
    call = resolve;
  });
  const hook = waitForTurn(({ url }) => (url === '/first' ? undefined : turn)) as unknown as (
    request: object,
    reply: object,
    payload: string,
    done: (error: null, payload: string) => void,
  ) => void;
  const come = (url: string): void =>
    current.run(url, () => hook({ url }, {}, 'body', (...passed) => gone.push([current.getStore(), ...passed])));

  come('/second');
  come('/first');
  expect(gone).toEqual([['/first', null, 'body']]);
  // As whoever made room.
  current.run('/first', call);
  await turn;
  expect(gone).toEqual([
    ['/first', null, 'body'],
    ['/second', null, 'body'],
  ]);
});
