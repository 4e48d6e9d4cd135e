/** `sluice migrate`. */

import { openDatabase } from '../../base/database/open-database.ts';
import { readConfig } from '../config.ts';
import { complain, say } from './output.ts';

export async function migrateCommand(options: { distribute?: boolean }): Promise<void> {
  const open = await openDatabase({ ...readConfig(process.env), own: false, log: complain });
  try {
    const applied = await open.migrate();
    say(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
    if (!options.distribute) return;
    complain('Not for production: events get no positions on a cluster yet, so that no webhook is sent.');
    const distributed = await open.distribute();
    say(distributed.length === 0 ? 'Every table is distributed already.' : `Distributed: ${distributed.join(', ')}.`);
  } finally {
    await open.close();
  }
}
