/** A command's action whose module is loaded when it runs: loading the service takes longer than showing the help. */
export const lazily =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);
