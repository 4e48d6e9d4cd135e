/** What a start opens first, without the modules of the service, which take longer to load than most commands run. */
import { type Built, buildDashboard } from '../../../dashboard/build.ts';
import { type OpenDatabase, openDatabase } from '../../base/database/open-database.ts';
import type { Config } from '../config.ts';
import type { Ending } from './ending.ts';

export const openForService = (
  ending: Ending,
  config: Config,
  log: (message: string) => void,
  own = true,
): Promise<OpenDatabase> => ending.add(openDatabase({ ...config, own, log }), (database) => database.close());

export type OpenDashboard = Promise<Built>;

/** A signal gives the build up, and waits until nothing of it is left. */
export const openDashboard = (ending: Ending): OpenDashboard =>
  ending.add(buildDashboard(ending.stopping), async () => {});

export const howManyApplied = (names: readonly string[]): string =>
  names.length === 0 ? 'up to date' : `${names.length} applied`;
