/**
 * What a first start in a clone leaves undone, and runs in the background once it serves. It must not build the dashboard: the
 * service would be left with a page whose files are gone.
 */
import { compressDashboard } from '../dashboard/build.ts';
import { buildProgram } from './program.ts';

// Between two turns of the event loop: nothing is left half written.
process.once('SIGTERM', () => process.exit(1));
await compressDashboard();
await buildProgram();
