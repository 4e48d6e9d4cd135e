import { describe, expect, it } from 'vitest';
import { createRateWindow } from '../http/rate-window.ts';
import { takeAttempt } from './attempt-limits.ts';

const windowMs = 60_000;

function limits() {
  const clock = { ms: 0 };
  const newWindow = () => createRateWindow({ windowMs, keysMax: 10, now: () => clock.ms });
  const [wide, narrow] = [newWindow(), newWindow()];
  const knock = (key: string, quotas = { wide: 3, narrow: 2 }) =>
    takeAttempt([
      { window: wide, key: 'address', quota: quotas.wide },
      { window: narrow, key, quota: quotas.narrow },
    ]);
  return { clock, wide, narrow, knock };
}

describe('an attempt', () => {
  it('that the wide limit refuses leaves nothing in the narrow one, whatever it names', async () => {
    const { narrow, knock } = limits();
    for (const key of ['a', 'b', 'c']) expect(await knock(key)).toMatchObject({ ok: true });
    for (let n = 0; n < 100; n += 1) expect(await knock(`invented ${n}`)).toEqual({ ok: false, retryAfterSeconds: 60 });
    expect(narrow.peek('a', 2).left).toBe(0);
    expect(narrow.peek('invented 7', 2).left).toBe(1);
  });

  it('that the narrow limit refuses is not counted by the wide one', async () => {
    const { wide, knock } = limits();
    for (let n = 0; n < 10; n += 1) await knock('a');
    expect(wide.peek('address', 3).left).toBe(0);
    expect(await knock('b')).toMatchObject({ ok: true });
  });

  it('of many at once passes no limit, and those refused are counted by none', async () => {
    const { wide, narrow, knock } = limits();
    const answers = await Promise.all(Array.from({ length: 20 }, () => knock('a', { wide: 10, narrow: 2 })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect([wide.peek('address', 10).left, narrow.peek('a', 3).left]).toEqual([7, 0]);
  });

  it('that was not made after all is given back to every limit', async () => {
    const { wide, narrow, knock } = limits();
    const taken = await knock('a');
    if (!taken.ok) throw new Error('refused');
    taken.giveBack();
    expect([wide.peek('address', 3).left, narrow.peek('a', 2).left]).toEqual([2, 1]);
  });

  it('is accepted again after the time that was named', async () => {
    const { clock, knock } = limits();
    await knock('a');
    clock.ms += 20_000;
    await knock('a');
    const refused = await knock('a');
    expect(refused).toEqual({ ok: false, retryAfterSeconds: 40 });
    clock.ms += 40_000;
    expect(await knock('a')).toMatchObject({ ok: true });
  });
});
