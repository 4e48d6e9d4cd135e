/** Every command with its arguments and help. What a command does is in the modules it calls, which are loaded on use. */
import { Command, InvalidArgumentError } from 'commander';
import { serviceVersion } from '../../base/version.ts';
import { addAccountCommands } from './account-commands.ts';
import { addDeveloperCommands } from './developer-commands.ts';
import { lazily } from './lazily.ts';
import { modeFilter, optionalMode, requiredMode } from './mode-option.ts';
import { addPayoutCommands } from './payout-commands.ts';
import { addReconcileCommands } from './reconcile-commands.ts';

/** What an incremental verification cannot detect, shown with `--help`. */
const verifyHelp = `
Without --full it checks what changed since the last verification that passed: every new transfer, every order, payment,
refund and top-up whose row was written since, and every balance. It does not repeat earlier checks: only --full detects
an old transfer that was changed, deleted or inserted manually, an old row that was deleted, or a sealed row that was
changed. The service verifies what changed every day, and everything on Sundays. The first verification, and each
one after a failure, is full. On a Citus cluster, every verification is.`;

const workersHelp = `
With several workers, the process that was started replaces a worker that dies. SIGUSR2 replaces all of them, one after the
other, without refusing a request.`;

const workersMax = 64;

function readWorkers(text: string): number {
  const count = Number(text);
  if (/^\d{1,2}$/.test(text) && count >= 1 && count <= workersMax) return count;
  throw new InvalidArgumentError(`Give a number from 1 to ${workersMax}.`);
}

export function createCommandLine(): Command {
  const program = new Command('sluice')
    .description('A self-hosted payment service.')
    .version(serviceVersion())
    .showHelpAfterError();
  program
    .command('start')
    .description('run everything for development, with demo data')
    .option('--expose', 'let other machines reach it: needed when HOST is not a loopback address')
    .action(async (options: { expose?: boolean }) => (await import('./start.ts')).start(options));
  program
    .command('serve')
    .description('run in production; needs SLUICE_SECRET')
    .option('--no-migrate', 'leave the schema as it is')
    .option('--workers <count>', 'how many processes share the port', readWorkers, 1)
    .addHelpText('after', workersHelp)
    .action(async (options: { migrate: boolean; workers: number }) => (await import('./serve.ts')).serve(options));
  program
    .command('migrate')
    .description('migrate the database to this version')
    .option('--distribute', 'on a Citus cluster: distribute the tables over its nodes; not for production yet')
    .action(lazily(async () => (await import('./migrate.ts')).migrateCommand));
  program
    .command('demo')
    .description('create the demo accounts and data')
    .action(async () => (await import('./make-demo.ts')).makeDemoCommand());
  program
    .command('verify')
    .description('verify the books; exits 1 and names each offending row if something is wrong')
    .option('--full', 'check everything, not only what changed since the last verification')
    .option('--sealed <head>', 'compare the sealed rows with a head that you kept, or with a file that contains one')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', verifyHelp)
    .action(lazily(async () => (await import('./verify.ts')).verifyCommand));
  addProofCommands(program);
  program
    .command('doctor')
    .description('check settings, secret, providers, mail, disk, database, schema, roles and operator; change nothing')
    .option('--live', 'also exit 1 when something that production needs is missing')
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./doctor.ts')).doctor));
  addBackupCommands(program);
  addAccountCommands(program);
  addKeyCommands(program);
  addMoneyCommands(program);
  addPayoutCommands(program);
  addLateCaptureCommands(program);
  addReconcileCommands(program);
  addDeveloperCommands(program);
  return program;
}

const verifyProofHelp = `
Exits 0 when the proof is genuine and says that the books balanced, 2 when it is genuine and says that they did not, and 1
when it is not genuine: a byte was changed, another key signed it, or it does not add up. It needs no database and no
settings. What it proves, and what not: docs/seals.md, "The proof".`;

function addProofCommands(program: Command): void {
  program
    .command('proof')
    .description('write a signed proof of the books, from the last full verification')
    .option('--out <file>', 'where to; by default to standard output')
    .action(lazily(async () => (await import('./proof.ts')).proofCommand));
  program
    .command('verify-proof')
    .description('verify a signed proof of the books, without a database')
    .argument('<file>')
    .option('--key <key>', 'the public key that must have signed it: its 43 characters, or a file in PEM')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', verifyProofHelp)
    .action(lazily(async () => (await import('./proof.ts')).verifyProofCommand));
}

const backupHelp = `
With --to, the backup gets a name by its time (UTC) in that place. It counts once it is complete. Then those of this database
that --keep does not name are deleted: last=3 keeps the last three, daily=7 the newest of each of the last seven days that
have one; weekly and monthly likewise. The newest is always kept. Without a directory and --to, it goes to SLUICE_BACKUP_TO.
With a directory, the database is copied to it as it is.`;

const restoreHelp = `
Without a directory and --from, from SLUICE_BACKUP_TO. Every part is verified against its checksum.
With --check nothing is put back: the backup is restored into a temporary directory, started there, verified like
verify --full, compared with the head of the seals in the backup, and removed. It exits 1 if anything is wrong.`;

function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('back up the built-in database and its secret, also while the service runs')
    .argument('[directory]', 'a new directory to copy it to')
    .option('--to <place>', 'where backups are kept: a directory, or s3://bucket/prefix')
    .option(
      '--keep <rule>',
      'which are kept, such as last=3,daily=7,weekly=5,monthly=12, or all (default: SLUICE_BACKUP_KEEP)',
    )
    .option('--json', 'with --to: print the result as JSON')
    .addHelpText('after', backupHelp)
    .action(lazily(async () => (await import('./backup.ts')).backup));
  program
    .command('backups')
    .description('list the backups of a place')
    .option('--from <place>', 'a directory, or s3://bucket/prefix (default: SLUICE_BACKUP_TO)')
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./backup.ts')).backups));
  program
    .command('restore')
    .description('restore a backup into a data directory that has no database; the service must be stopped')
    .argument('[directory]', 'of a backup made into a directory of its own')
    .option('--from <place>', 'where backups are kept: a directory, or s3://bucket/prefix')
    .option('--backup <name>', 'with --from: which one (default: latest)')
    .option('--identity <file>', 'the private key of age, if it is encrypted')
    .option('--check', 'only try it: restore into a temporary directory, verify, remove')
    .option('--sealed <head>', 'with --check: a head that you kept, or a file that contains one')
    .option('--in <directory>', 'with --check: where the temporary directory is made (default: the system’s)')
    .option('--json', 'with --check: print the result as JSON')
    .addHelpText('after', restoreHelp)
    .action(lazily(async () => (await import('./restore.ts')).restore));
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API key pairs');
  keys
    .command('create')
    .description('create a pair; the secret is shown once')
    .requiredOption('--holder <id or name>', 'the company or merchant')
    .addOption(requiredMode('a test or a live pair'))
    .option('--label <text>', 'what it is for', '')
    .option('--json', 'print the pair as JSON')
    .action(lazily(async () => (await import('./keys.ts')).createKeyCommand));
  keys
    .command('list')
    .description('list pairs, never secrets')
    .option('--holder <id or name>')
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./keys.ts')).listKeysCommand));
  keys
    .command('rotate')
    .description('replace a pair; the old one keeps working for the grace period')
    .argument('<client id>')
    .option('--grace <hours>', 'hours the old pair keeps working, 0 to 72', '0')
    .option('--json', 'print the pair as JSON')
    .action(lazily(async () => (await import('./keys.ts')).rotateKeyCommand));
  keys
    .command('revoke')
    .description('revoke a pair immediately')
    .argument('<client id>')
    .action(lazily(async () => (await import('./keys.ts')).revokeKeyCommand));
}

function addLateCaptureCommands(program: Command): void {
  const late = program
    .command('late-captures')
    .description('money captured too late, or twice, that is not returned yet');
  late
    .command('list')
    .description('list what the provider has not returned yet, oldest first')
    .addOption(modeFilter())
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./late-captures.ts')).listLateCapturesCommand));
  late
    .command('retry')
    .description('ask the provider again to return captures that it refused to return')
    .argument('<attempt ids...>')
    .action(lazily(async () => (await import('./late-captures.ts')).retryLateCapturesCommand));
}

function addMoneyCommands(program: Command): void {
  const quota = program.command('quota').description('rate limits');
  quota
    .command('set')
    .description('set how many orders and bulk requests a company may send per minute')
    .argument('<company id or name>')
    .argument('[orders per minute]')
    .option('--bulk <requests per minute>', 'requests with many orders each')
    .action(lazily(async () => (await import('./money.ts')).setQuotaCommand));
  program
    .command('topup')
    .description("record money received for a company's clearing, or confirm a requested top-up")
    .option('--company <id or name>')
    .option('--amount <decimal>')
    .option('--currency <code>')
    .addOption(optionalMode('with --company: test or live money'))
    .option('--confirm <top-up id>', 'confirm that a requested top-up has arrived')
    .option('--pending', 'list the top-ups awaiting confirmation')
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./money.ts')).topUpCommand));
  program
    .command('take-back')
    .description('take a credited top-up back: the bank reversed it, or it went to the wrong account')
    .argument('<top-up id>')
    .requiredOption('--reason <text>', 'the account holder reads it')
    .option('--amount <decimal>', 'if the bank took back less than was credited')
    .option('--line <id>', 'the statement line of the reversal (default: an open line that names the top-up)')
    .addOption(requiredMode())
    .option('--dry-run', 'show what would be taken and what would be owed; write nothing')
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./take-back.ts')).takeBackCommand));
  program
    .command('settle')
    .description("settle a company's orders now")
    .argument('<company id or name>')
    .addOption(requiredMode('test or live orders'))
    .option('--dry-run', 'show what would settle; write nothing')
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./money.ts')).settleCommand));
}
