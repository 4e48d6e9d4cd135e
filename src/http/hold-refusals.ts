/**
 * Answers a caller who is over a limit a little later, so that one who sends again at once, whatever the answer says, has
 * a few requests a second per connection instead of thousands. Holds an answer only, never a database connection.
 */
import { setTimeout as delay } from 'node:timers/promises';

const refusalHoldMs = 250;
/** Beyond so many at once, answers are not held: they would only take memory. */
const heldMax = 2_000;

type Done<Payload> = (error: null, payload: Payload) => void;

/** A hook of Fastify, `onSend`. @param wait resolves when an answer may be sent; for tests to replace. */
export function holdRefusals(wait: () => Promise<unknown> = () => delay(refusalHoldMs)) {
  let held = 0;
  return <Payload>(_request: unknown, reply: { statusCode: number }, payload: Payload, done: Done<Payload>): void => {
    if (reply.statusCode !== 429 || held >= heldMax) {
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
