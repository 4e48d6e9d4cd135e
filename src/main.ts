/** The entry point: runs the command line and turns an error into one plain line and an exit code. */
import { createCommandLine } from './commands/command-line.ts';
import { complain } from './commands/output.ts';

const nodeMajorMin = 24;
const major = Number(process.versions.node.split('.', 1)[0]);
if (major < nodeMajorMin) {
  complain(
    `Sluice needs Node.js ${nodeMajorMin} or later; this is ${process.versions.node}. Run it through npm: npm start`,
  );
  process.exit(1);
}

try {
  await createCommandLine().parseAsync();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
