/**
 * `npm run build`: builds the dashboard and the program, unless they are up to date. What a first start in a clone left for
 * later is done by it too.
 */
import { buildDashboard, compressDashboard } from '../dashboard/build.ts';
import { buildProgram } from './program.ts';

const builds = {
  dashboard: async () => {
    const { built } = await buildDashboard();
    await compressDashboard();
    return built;
  },
  program: buildProgram,
};

// Between two turns of the event loop: nothing is left half written.
process.once('SIGTERM', () => process.exit(1));
for (const [name, build] of Object.entries(builds)) {
  process.stdout.write((await build()) ? `The ${name} is built.\n` : `The ${name} is up to date.\n`);
}
