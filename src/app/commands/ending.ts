/**
 * The orderly shutdown of a service: closes in reverse order of opening, on a signal or an error. Works during startup
 * too, because the built-in database must not outlive an early Ctrl-C.
 */
export type Ending = {
  /**
   * Registers something to close at shutdown, before what was added earlier. Add it before awaiting it, so that no
   * signal misses it.
   */
  add<T>(opening: Promise<T>, close: (opened: T) => Promise<void>): Promise<T>;
  /** Aborted when the shutdown begins, for what would rather be given up than waited for. */
  stopping: AbortSignal;
  /** Runs `work`; if it fails, closes everything and throws its error. A signal closes everything and exits. */
  guard(work: () => Promise<void>): Promise<void>;
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function createEnding(): Ending {
  const closers: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  let closing: Promise<boolean> | undefined;

  async function closeAll(): Promise<boolean> {
    stopping.abort();
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
      closers.push(async () => {
        // What did not open has nothing to close, and whoever opened it reports why.
        const opened = await opening.then((value) => ({ value })).catch(() => undefined);
        if (opened !== undefined) await close(opened.value);
      });
      return opening;
    },
    stopping: stopping.signal,
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
        // Errors caused by the shutdown itself are not reported; the process is about to exit.
        if (closing !== undefined) return;
        closing = closeAll();
        await closing;
        throw error;
      }
    },
  };
}
