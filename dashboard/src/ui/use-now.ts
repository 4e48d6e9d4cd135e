/** The time of the open book, for what counts from it on a screen. */
import { useInterval } from '@mantine/hooks';
import { useState, useSyncExternalStore } from 'react';
import { bookAheadMs, onBookTime } from '../api/book-time.ts';

const everyMs = 15_000;

/** In milliseconds, like `Date.now()`: renewed four times a minute, and when the clock is moved. */
export function useNow(): number {
  const ahead = useSyncExternalStore(onBookTime, bookAheadMs);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true });
  return now + ahead;
}
