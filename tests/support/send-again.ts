import { setTimeout as delay } from 'node:timers/promises';

/**
 * Sends as a client should: again while the service is too busy to take the request on, after the seconds that the answer
 * names (docs/contract/common.md, "Availability"). A machine that does much else makes it so.
 */
export async function sendAgainWhileBusy<A extends { status: number }>(
  send: () => Promise<A>,
  readHeader: (answer: A, name: 'retry-after') => string | null | undefined,
): Promise<A> {
  for (;;) {
    const answer = await send();
    const seconds = answer.status === 503 ? readHeader(answer, 'retry-after') : undefined;
    if (typeof seconds !== 'string') return answer;
    await delay(Number(seconds) * 1_000);
  }
}
