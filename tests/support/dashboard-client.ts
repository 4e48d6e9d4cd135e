/** The dashboard's own API client outside a browser, with a network that a test decides about. */
import { vi } from 'vitest';

type Answer = { data?: unknown };
type Client = { POST: (path: string, options?: object) => Promise<Answer> };
export type Book = { holderId: number; mode: 'test' | 'live' };

export const origin = 'http://localhost';

/** @param send stands for `fetch`. Call `vi.unstubAllGlobals()` when done. */
export async function openDashboardClient(send: (request: Request) => Promise<Response>, book?: Book): Promise<Client> {
  const shelf = new Map<string, string>();
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, text: string) => void shelf.set(key, text),
  });
  vi.stubGlobal('fetch', send);
  const { apiOf } = await import(/* @vite-ignore */ new URL('../../dashboard/src/api/client.ts', import.meta.url).href);
  return apiOf(book);
}

/** @returns a network that loses the first answer, after `send` has handled its request. */
export function losingFirst(send: (request: Request) => Promise<Response>): typeof send {
  let isLost = false;
  return async (request) => {
    const answer = await send(request);
    if (isLost) return answer;
    isLost = true;
    throw new TypeError('Failed to fetch');
  };
}
