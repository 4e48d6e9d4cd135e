/** Runs the command line and turns an error into one plain line and an exit code. Started by `bin/run.js`. */
import { createCommandLine } from './commands/command-line.ts';
import { complain } from './commands/output.ts';
import { endWithStarter } from './commands/started-by.ts';

endWithStarter();
try {
  await createCommandLine().parseAsync();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
