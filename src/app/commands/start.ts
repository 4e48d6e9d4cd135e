/**
 * `start`, for a laptop: database, demo data and service, with progress output. The modules of the service are loaded while
 * the database starts and the dashboard is built, which have processes of their own.
 */
import { ConfigError, readConfig } from '../config.ts';
import { createEnding } from './ending.ts';
import { howManyApplied, openDashboard, openForService } from './opening.ts';
import { complain, say, step } from './output.ts';
import { developmentSealKey, developmentSecret } from './own-secrets.ts';
import { takeTurnToServe } from './turn.ts';

const loopback = '127.0.0.1';

export async function start(options: { expose?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const host = config.host ?? loopback;
  if (!isLoopback(host)) warnExposed(host, options.expose ?? false);
  const ending = createEnding();
  await ending.guard(async () => {
    const turn = await takeTurnToServe(config, host, complain);
    say('Sluice');
    const secret = config.secret ?? (await developmentSecret(config.dataDir));
    if (config.sealKey === undefined) await developmentSealKey(config.dataDir);
    const dashboard = openDashboard(ending);
    const opening = openForService(ending, config, (message) => complain(`    ${message}`));
    const loading = import('./start-service.ts');
    for (const underWay of [dashboard, opening, loading]) underWay.catch(() => {});
    const database = await step(
      'database',
      () => opening,
      (open) => open.description,
    );
    await step('migrations', () => database.migrate(), howManyApplied);
    const { startService } = await loading;
    await startService(ending, config, { secret, host, database, dashboard });
    turn.release();
  });
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The demo accounts include an operator, and `/dev` pages show every mail. */
function warnExposed(host: string, expose: boolean): void {
  const danger = `HOST=${host} exposes the demo accounts, an operator's among them, and every email at /dev/mail`;
  if (!expose) {
    throw new ConfigError([
      `${danger}. To allow this, add --expose: npm start -- --expose. For production, use sluice serve.`,
    ]);
  }
  complain(`Warning: ${danger}.`);
}
