/** How long another person's requests take while the service is busy with something else. */
import { setTimeout as delay } from 'node:timers/promises';

const askEveryMs = 50;

/** Milliseconds until each answer, one request at a time, until `until` is settled. */
export async function waitsFor(
  url: string,
  headers: Record<string, string>,
  until: Promise<unknown>,
): Promise<number[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  until.then(end, end);
  const times: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`another person was answered ${answer.status}: ${url}`);
    times.push(performance.now() - began);
    await delay(askEveryMs);
  }
  return times;
}

/** @param part 0.99 of the 99th percentile. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
