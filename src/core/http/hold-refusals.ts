/**
 * Answers a caller who is over a limit, or whose large body was refused, a little later, so that one who sends again at
 * once, whatever the answer says, has a few requests a second per connection instead of hundreds or thousands. Holds an
 * answer only, never a database connection.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const refusalHoldMs = 250;
/** A larger body takes milliseconds to read, for an answer that costs the caller nothing. */
const smallBytesMax = 8_192;
const bodyRefusals: readonly number[] = [400, 413, 422];
/** Beyond so many at once, answers are not held: they would only take memory. */
const heldMax = 2_000;

type Request = { headers: IncomingHttpHeaders };
type Done<Payload> = (error: null, payload: Payload) => void;

/** A hook of Fastify, `onSend`. @param wait resolves when an answer may be sent; for tests to replace. */
export function holdRefusals(wait: () => Promise<unknown> = () => delay(refusalHoldMs)) {
  let held = 0;
  return <Payload>(request: Request, { statusCode }: { statusCode: number }, payload: Payload, done: Done<Payload>) => {
    const isHeld = statusCode === 429 || (bodyRefusals.includes(statusCode) && hasLargeBody(request));
    if (!isHeld || held >= heldMax) {
      done(null, payload);
      return;
    }
    held += 1;
    void wait().finally(() => {
      held -= 1;
      done(null, payload);
    });
  };
}

const hasLargeBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytesMax;
