/** The entry point: runs the command line and turns an error into one plain line and an exit code. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { complain } from './commands/output.ts';

const nodeMajorMin = 24;
const major = Number(process.versions.node.split('.', 1)[0]);
if (major < nodeMajorMin) {
  complain(
    `Sluice needs Node.js ${nodeMajorMin} or later; this is ${process.versions.node}. Run it through npm: npm start`,
  );
  process.exit(1);
}

// Inside the installation: whoever could write to a shared directory for temporary files could run code here.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

try {
  const { createCommandLine } = await import('./commands/command-line.ts');
  await createCommandLine().parseAsync();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
