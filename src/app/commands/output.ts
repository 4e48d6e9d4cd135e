/** The output of commands. The only module that writes to the terminal. */

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** For a file on standard output, which ends its own lines. */
export const sayFile = (text: string): void => {
  process.stdout.write(text);
};

export const complain = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

export const sayJson = (value: unknown): void => {
  say(JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? field.toString() : field), 2));
};

/** Rows as aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Runs a step, or waits for one that has begun, and prints how long that took. */
export async function step<T>(name: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T> {
  const began = performance.now();
  const result = await work();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  say(`  ✓ ${name.padEnd(12)} ${seconds.padStart(5)} s  ${describe?.(result) ?? ''}`.trimEnd());
  return result;
}
