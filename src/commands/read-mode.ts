/** Reads the `--mode` option of commands. */
import { type Mode, modes } from '../money/mode.ts';

export function readMode(mode: string | undefined): Mode | undefined {
  if (mode === undefined || modes.includes(mode as Mode)) return mode as Mode | undefined;
  throw new Error(`"${mode}" is not a mode. Use test or live.`);
}
