/**
 * `npm run build`: builds the dashboard and the program, unless they are up to date. `-- program` builds that alone: a
 * first start does so, for the next.
 */
import { buildDashboard } from '../dashboard/build.ts';
import { buildProgram } from './program.ts';

const builds: Record<string, () => Promise<boolean>> = {
  dashboard: async () => (await buildDashboard()).built,
  program: buildProgram,
};

// Between two turns of the event loop: nothing is left half written.
process.once('SIGTERM', () => process.exit(1));
const [only] = process.argv.slice(2);
for (const [name, build] of Object.entries(builds)) {
  if (only !== undefined && only !== name) continue;
  process.stdout.write((await build()) ? `The ${name} is built.\n` : `The ${name} is up to date.\n`);
}
