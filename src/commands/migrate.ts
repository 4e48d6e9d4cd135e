/** `sluice migrate`. */
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { complain, say } from './output.ts';

export async function migrateCommand(): Promise<void> {
  const open = await openDatabase({ ...readConfig(process.env), own: false, log: complain });
  try {
    const applied = await open.migrate();
    say(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
  } finally {
    await open.close();
  }
}
