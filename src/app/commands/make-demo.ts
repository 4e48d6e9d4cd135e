/** `demo`: creates the demo accounts in the configured database, without starting a service. */
import { openDatabase } from '../../base/database/open-database.ts';
import { readConfig } from '../config.ts';
import { ensureDemo } from '../demo/demo.ts';
import { complain, say } from './output.ts';
import { developmentSecret, secretsOf } from './own-secrets.ts';
import { takeTurn } from './turn.ts';
import { welcome } from './welcome.ts';

export async function makeDemoCommand(): Promise<void> {
  const config = readConfig(process.env);
  const turn = await takeTurn(config.dataDir, complain);
  const secret = config.secret ?? (await developmentSecret(config.dataDir));
  const database = await openDatabase({ ...config, own: false, log: complain });
  try {
    await database.migrate();
    const secrets = secretsOf(config, secret);
    const { facts } = await ensureDemo(database.pool, { ...config, secrets, keepAddresses: !config.publicUrlGiven });
    say(welcome(facts));
  } finally {
    await database.close();
    turn.release();
  }
}
