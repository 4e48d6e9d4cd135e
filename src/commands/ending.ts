/**
 * The orderly end of a service: what was opened last is closed first, whether a signal or an error ends it. Also while
 * it is still starting: the built-in database must not outlive an early Ctrl-C.
 */
export type Ending = {
  /** To be closed at the end, before what was added earlier. Added before it is awaited, so that it is never missed. */
  add<T>(opening: Promise<T>, close: (opened: T) => Promise<void>): Promise<T>;
  /** Runs `work`; when it fails, closes everything and throws its error. A signal closes everything and exits. */
  guard(work: () => Promise<void>): Promise<void>;
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function createEnding(): Ending {
  const closers: (() => Promise<void>)[] = [];
  let closing: Promise<boolean> | undefined;

  async function closeAll(): Promise<boolean> {
    let sound = true;
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      await close().catch(() => {
        sound = false;
      });
    }
    return sound;
  }

  return {
    add(opening, close) {
      closers.push(async () => close(await opening));
      return opening;
    },
    async guard(work) {
      for (const signal of signals) {
        process.on(signal, () => {
          closing ??= closeAll();
          void closing.then((sound) => process.exit(sound ? 0 : 1));
        });
      }
      try {
        await work();
      } catch (error) {
        // What fails because everything is being closed is no error of its own; the process is about to exit.
        if (closing !== undefined) return;
        closing = closeAll();
        await closing;
        throw error;
      }
    },
  };
}
