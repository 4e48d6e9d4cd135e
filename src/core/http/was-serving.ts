/** Whether a server is busy with requests: work that can wait rests while it is. */
import type { Server } from 'node:http';

/**
 * A request that stays open without doing anything, such as one that waits for events, counts when it comes and when it ends.
 * @returns whether any request came or ended since it was last asked.
 */
export function watchServing(server: Server): () => boolean {
  let changes = 0;
  let seen = 0;
  const count = (): void => {
    changes += 1;
  };
  server.on('request', (_, response) => {
    count();
    response.once('close', count);
  });
  return () => {
    const isNew = changes !== seen;
    seen = changes;
    return isNew;
  };
}
