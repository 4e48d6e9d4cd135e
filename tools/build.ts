/** `npm run build`: builds the dashboard and the program, unless they are up to date. */
import { buildDashboard, compressDashboard } from '../dashboard/build.ts';
import { buildProgram } from './program.ts';

// Between two turns of the event loop: nothing is left half written.
process.once('SIGTERM', () => process.exit(1));
const say = (name: string, isBuilt: boolean): void => {
  process.stdout.write(isBuilt ? `The ${name} is built.\n` : `The ${name} is up to date.\n`);
};
const { built } = await buildDashboard();
await compressDashboard();
say('dashboard', built);
say('program', await buildProgram());
