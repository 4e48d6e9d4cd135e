/** Sends each `POST` under an idempotency key, so that an act is done once although its answer may be lost. */
import type { Middleware } from 'openapi-fetch';
import { Attempts, type Sent } from './attempts.ts';
import { Problem, unreachable } from './problem.ts';

const shelfKey = 'sluice-unanswered';

const attempts = new Attempts({
  read: () => sessionStorage.getItem(shelfKey),
  write: (text) => {
    try {
      sessionStorage.setItem(shelfKey, text);
    } catch {
      // Without storage the keys last as long as the page.
    }
  },
});

const conflict = 'idempotency_conflict';

/** The act was done before, with other content. */
export const isConflict = (error: unknown): boolean => error instanceof Problem && error.code === conflict;

let sayRepeated = (): void => {};

/** @param say called when an answer is that of an earlier request whose own answer was lost. */
export function onRepeated(say: () => void): void {
  sayRepeated = say;
}

/** `book`: of the client, or '' for what concerns the person alone. `path`: of the request, with its ids. */
const actOf = (book: string, path: string): string => `${book} ${path}`;

/** The key of the next request, for a reference that the dashboard makes itself. @param path with its ids, encoded. */
export const nextKeyOf = ({ holderId, mode }: { holderId: number; mode: string }, path: string): string =>
  attempts.keyOf(actOf(`${holderId}/${mode}`, path));

/** Must see an answer before whatever throws because of it. */
export function onceFor(book: string): Middleware {
  const sent = new Map<string, Sent>();
  const end = (id: string, isDone: boolean): Sent | undefined => {
    const one = sent.get(id);
    sent.delete(id);
    if (one !== undefined) attempts.end(one, isDone);
    return one;
  };
  return {
    async onRequest({ request, id }) {
      if (request.method !== 'POST') return undefined;
      const body = await request.clone().text();
      const one = isDryRun(body) ? undefined : attempts.begin(actOf(book, new URL(request.url).pathname), body);
      if (one === undefined) return undefined;
      sent.set(id, one);
      request.headers.set('Idempotency-Key', one.key);
      return request;
    },
    async onResponse({ response, id }) {
      if (!sent.has(id)) return undefined;
      const body = await response
        .clone()
        .text()
        .catch(() => undefined);
      if (body === undefined) {
        // The answer began and broke off: nobody knows what it said.
        end(id, false);
        throw new Problem(0, { code: unreachable, message: '' });
      }
      const isConflict = response.status === 409 && body.includes(`"${conflict}"`);
      const one = end(id, response.ok || isConflict);
      if (one?.isRepeat === true && response.headers.has('Idempotent-Replayed')) sayRepeated();
      return undefined;
    },
    onError({ id }) {
      end(id, false);
    },
  };
}

function isDryRun(body: string): boolean {
  if (body === '') return false;
  return (JSON.parse(body) as { dry_run?: boolean }).dry_run === true;
}
