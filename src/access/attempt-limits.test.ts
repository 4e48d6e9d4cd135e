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
  it('that the wide limit refuses leaves nothing in the narrow one, whatever it names', () => {
    const { narrow, knock } = limits();
    for (const key of ['a', 'b', 'c']) expect(knock(key)).toEqual({ ok: true });
    for (let n = 0; n < 100; n += 1) expect(knock(`invented ${n}`)).toEqual({ ok: false, retryAfterSeconds: 60 });
    expect(narrow.peek('a', 2).left).toBe(0);
    expect(narrow.peek('invented 7', 2).left).toBe(1);
  });

  it('that the narrow limit refuses is not counted by the wide one', () => {
    const { wide, knock } = limits();
    for (let n = 0; n < 10; n += 1) knock('a');
    expect(wide.peek('address', 3).left).toBe(0);
    expect(knock('b')).toEqual({ ok: true });
  });

  it('is accepted again after the time that was named', () => {
    const { clock, knock } = limits();
    knock('a');
    clock.ms += 20_000;
    knock('a');
    const refused = knock('a');
    expect(refused).toEqual({ ok: false, retryAfterSeconds: 40 });
    clock.ms += 40_000;
    expect(knock('a')).toEqual({ ok: true });
  });
});
