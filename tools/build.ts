/** `npm run build`: builds the dashboard, unless it is up to date. */
import { buildDashboard } from '../dashboard/build.ts';

const { built } = await buildDashboard();
process.stdout.write(built ? 'The dashboard is built.\n' : 'The dashboard is up to date.\n');
