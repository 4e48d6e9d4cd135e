/** Every command with its arguments and help. What a command does is in the modules it calls. */
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { backup, restore } from './backup.ts';
import { doctor } from './doctor.ts';
import { createKeyCommand, listKeysCommand, revokeKeyCommand, rotateKeyCommand } from './keys.ts';
import { setQuotaCommand, settleCommand, topUpCommand } from './money.ts';
import { complain, say } from './output.ts';
import { addPayoutCommands } from './payout-commands.ts';
import { addReconcileCommands } from './reconcile.ts';
import { verifyCommand, verifyHelp } from './verify.ts';

/** Loaded on use, because loading the whole service takes longer than most commands run. */
const service = () => import('./run-service.ts');

export function createCommandLine(): Command {
  const program = new Command('sluice').description('A self-hosted payment service.').showHelpAfterError();
  program
    .command('start')
    .description('run everything for development, with demo data')
    .action(async () => (await service()).start());
  program
    .command('serve')
    .description('run in production; needs SLUICE_SECRET')
    .option('--no-migrate', 'leave the schema as it is')
    .action(async (options: { migrate: boolean }) => (await service()).serve(options));
  program.command('migrate').description('bring the database to this version').action(migrateCommand);
  program
    .command('demo')
    .description('make the demo accounts and data')
    .action(async () => (await service()).makeDemoCommand());
  program
    .command('verify')
    .description('prove the books; exits 1 and names each offending row when something is wrong')
    .option('--full', 'look at everything, not only at what changed since the last verification')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', verifyHelp)
    .action(verifyCommand);
  program
    .command('doctor')
    .description('check settings, database, clock, disk and secret')
    .option('--json', 'print the result as JSON')
    .action(doctor);
  program
    .command('backup')
    .description('copy the built-in database to a new directory; the service must be stopped')
    .argument('<directory>')
    .action(backup);
  program
    .command('restore')
    .description('put a backup into a data directory that has no database; the service must be stopped')
    .argument('<directory>')
    .action(restore);
  addKeyCommands(program);
  addMoneyCommands(program);
  addPayoutCommands(program);
  addReconcileCommands(program);
  return program;
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API key pairs');
  keys
    .command('create')
    .description('make a pair; the secret is shown once')
    .requiredOption('--holder <id or name>', 'the company or merchant')
    .option('--live', 'a live pair (default: test)')
    .option('--label <text>', 'what it is for', '')
    .option('--json', 'print the pair as JSON')
    .action(createKeyCommand);
  keys
    .command('list')
    .description('list pairs, never secrets')
    .option('--holder <id or name>')
    .option('--json', 'print the list as JSON')
    .action(listKeysCommand);
  keys
    .command('rotate')
    .description('make a new pair; the old one works for the grace period')
    .argument('<client id>')
    .option('--grace <hours>', 'hours the old pair keeps working, 0 to 72', '0')
    .option('--json', 'print the pair as JSON')
    .action(rotateKeyCommand);
  keys.command('revoke').description('end a pair at once').argument('<client id>').action(revokeKeyCommand);
}

function addMoneyCommands(program: Command): void {
  const quota = program.command('quota').description('rate limits');
  quota
    .command('set')
    .description("set a company's order pushes per minute")
    .argument('<company id or name>')
    .argument('<orders per minute>')
    .action(setQuotaCommand);
  program
    .command('topup')
    .description("confirm money received for a company's clearing wallet, or a top-up it asked for")
    .option('--company <id or name>')
    .option('--amount <decimal>')
    .option('--currency <code>')
    .option('--live', 'live money (default: test)')
    .option('--confirm <top-up id>', 'confirm the receipt of a top-up that was asked for')
    .option('--pending', 'list the top-ups that wait for confirmation')
    .option('--json', 'print the result as JSON')
    .action(topUpCommand);
  program
    .command('settle')
    .description('settle a company now')
    .argument('<company id or name>')
    .option('--live', 'live orders (default: test)')
    .option('--dry-run', 'show what would settle; write nothing')
    .option('--json', 'print the result as JSON')
    .action(settleCommand);
}

async function migrateCommand(): Promise<void> {
  const open = await openDatabase({ ...readConfig(process.env), own: false, log: complain });
  try {
    const applied = await open.migrate();
    say(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
  } finally {
    await open.close();
  }
}
