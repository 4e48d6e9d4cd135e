/** The second half of `start`: demo data and service, once the database is there. */
import type { OpenDatabase } from '../../base/database/open-database.ts';
import type { Config } from '../config.ts';
import { type DemoFacts, ensureDemo } from '../demo/demo.ts';
import { developmentPages } from './development.ts';
import type { Ending } from './ending.ts';
import { buildForNextStart } from './next-start.ts';
import type { OpenDashboard } from './opening.ts';
import { say, step } from './output.ts';
import { secretsOf } from './own-secrets.ts';
import { build, launch, observe, quieter } from './service-process.ts';
import { welcome } from './welcome.ts';

type Opened = { secret: string; host: string; database: OpenDatabase; dashboard: OpenDashboard };

export async function startService(ending: Ending, config: Config, opened: Opened): Promise<void> {
  const { secret, host, database, dashboard } = opened;
  const { logger, tracing } = await observe(ending, config, quieter(config.logLevel), database);
  // The first time this takes seconds, of which much is waiting for the database.
  const making = ensureDemo(database.pool, { ...config, secrets: secretsOf(config, secret) });
  making.catch(() => {});
  const { directory, built } = await step(
    'dashboard',
    () => dashboard,
    (whole) => (whole.built ? 'built' : 'up to date'),
  );
  let facts: DemoFacts | undefined;
  const server = await build(database, config, secret, logger, {
    dashboard: directory,
    tracing,
    webhooks: { loopbackInTest: true, allow: config.webhookAllow },
    extend: (app, deps) => developmentPages(app, { ...deps, facts: () => facts }),
  });
  const demo = await step(
    'demo data',
    () => making,
    ({ created }) => (created ? 'created' : 'found'),
  );
  facts = demo.facts;
  await step('service', () => launch(ending, server, database, config, host, logger, 0));
  say(welcome(demo.facts));
  buildForNextStart(ending, logger, built);
}
