/** The commands of reconciliation, with their arguments and help. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { outsideSourcePattern } from '../../core/ledger/accounts.ts';
import { columnRoles } from '../../features/bank-files/csv/named-columns.ts';
import { lazily } from './lazily.ts';
import { requiredMode } from './mode-option.ts';

const sourceOption = (whose = 'bank, card, onlinewallet, or the name of a provider') =>
  new Option('--source <source>', `whose statement: ${whose}`).makeOptionMandatory().argParser((value: string) => {
    if (!isSource.test(value)) throw new InvalidArgumentError(`It is ${whose}.`);
    return value;
  });

const isSource = new RegExp(outsideSourcePattern);

/** `--outgoing Af,S` */
const words = (text: string): string[] => text.split(',').filter((word) => word.trim() !== '');

export function addReconcileCommands(program: Command): void {
  const reconcile = program.command('reconcile').description('compare bank and acquirer statements with the books');
  addImport(reconcile);
  addProfiles(reconcile);
  addWatch(reconcile);
  addReport(reconcile);
  addMatching(reconcile);
  addDecisions(reconcile);
  addMonths(reconcile);
  addRules(reconcile);
  addAcquirerPayout(reconcile);
}

function addImport(reconcile: Command): void {
  reconcile
    .command('import')
    .description(
      'import a statement (camt, MT940 or CSV, also in a zip) and match what can be matched; a file is imported once',
    )
    .addOption(sourceOption())
    .addOption(requiredMode())
    .requiredOption('--file <path>', 'at most 200,000 entries')
    .option('--map <role=column,…>', `of a CSV whose columns are not found by themselves: ${columnRoles.join(', ')}`)
    .option('--currency <code>', 'of every line, if no column names it')
    .addOption(
      new Option('--decimal <mark>', 'the decimal mark, if the file leaves it open').choices(['point', 'comma']),
    )
    .option('--delimiter <character>', 'between columns, if the file leaves it open')
    .option('--date-format <format>', 'such as DD.MM.YYYY, if the file leaves it open')
    // Found by itself. Accepted, because scripts of earlier versions name it.
    .addOption(new Option('--encoding <name>').choices(['utf-8', 'latin1']).hideHelp())
    .option('--account <name>', 'which account it is for, if the file names none or a new one', '')
    .option(
      '--outgoing <word…>',
      'in the column for sign, for money that went out; the usual ones are known',
      words,
      [],
    )
    .option('--incoming <word…>', 'likewise, for money that came in', words, [])
    .option('--signed', 'no column is a sign: an amount without a minus came in')
    .option(
      '--profile <name>',
      'read it by this profile (default: the one of its columns and account, if there is one)',
    )
    .option('--no-profile', 'read it without a profile, and not as a report of its provider')
    .option('--save-profile <name>', 'of a CSV: keep how it was read under this name, for the next file of its kind')
    .option('--dry-run', 'show what would happen; write nothing')
    .option('--json', 'print the result as JSON; ask nothing')
    .action(lazily(async () => (await import('./reconcile-import.ts')).importCommand));
}

/** How the CSVs of banks are read. */
function addProfiles(reconcile: Command): void {
  reconcile
    .command('profiles')
    .description("list how banks' CSVs are read, or rename or delete a profile")
    .addOption(sourceOption())
    .addOption(requiredMode())
    .addOption(new Option('--rename <names...>', 'the name of a profile, and its new one').conflicts('delete'))
    .option('--delete <name>', 'its files are asked about again')
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./reconcile-profiles.ts')).profilesCommand));
}

const watchHelp = `
A file is taken up once it has not changed between two looks: a statement is imported, a CSV by the profile of its columns
and account, and a bank's report on a payment file (pain.002) is read. It then moves to the folder "done", or to "failed" if it can't be read, with a report beside it. Several
may watch one place, and one that was stopped or killed repeats nothing when it starts again.

SFTP: the password is taken from SLUICE_SFTP_PASSWORD, if no key is named.`;

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,5}$/.test(text) && seconds >= 1 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('Give a number of seconds from 1 to 86400.');
}

function addWatch(reconcile: Command): void {
  reconcile
    .command('watch')
    .description('take up the files of a bank as they arrive in a directory, here or by SFTP')
    .argument('<place>', 'a directory, or sftp://user@host/directory')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .option('--account <name>', 'which account the files are for that name none', '')
    .option('--currency <code>', 'of every line, if no column names it')
    .addOption(new Option('--decimal <mark>', 'the decimal mark, if a file leaves it open').choices(['point', 'comma']))
    .option('--date-format <format>', 'such as DD.MM.YYYY, if a file leaves it open')
    .option('--signed', 'no column is a sign: an amount without a minus came in')
    .option('--every <seconds>', 'how often to look', readSeconds, 60)
    .option('--once', 'look twice, take up what is there, and end; exits 1 if something failed')
    .option('--key <path>', 'SFTP: the private key')
    .option('--host-key <SHA256:…>', "SFTP: the fingerprint of the server's key")
    .addHelpText('after', watchHelp)
    .action(lazily(async () => (await import('./reconcile-watch.ts')).watchCommand));
}

function addReport(reconcile: Command): void {
  reconcile
    .command('report')
    .description('list what is unmatched on both sides, with the totals of each')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .option('--from <date>', 'first day, such as 2031-03-01')
    .option('--to <date>', 'last day')
    .addOption(new Option('--json', 'print the report as JSON').conflicts('csv'))
    .option('--csv', 'print the unmatched rows as CSV')
    .action(lazily(async () => (await import('./reconcile-report.ts')).reportCommand));
}

/** What rules and people decide about each line. */
function addMatching(reconcile: Command): void {
  reconcile
    .command('rematch')
    .description('match open lines again, as an import does, with what was posted since')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .action(lazily(async () => (await import('./reconcile.ts')).rematchCommand));
  reconcile
    .command('match')
    .description('match a line with a transfer, or with several that come to its amount')
    .argument('<line>', 'its id in the report')
    .argument('<transfer...>', 'holder/id, as in the report')
    .option('--in-part', 'the amounts may differ: what is left of either side stays open')
    .action(lazily(async () => (await import('./reconcile.ts')).matchCommand));
  reconcile
    .command('book')
    .description('book what no transfer explains of a line; unmatch reverses it')
    .argument('<line>', 'its id in the report')
    .argument('<kind>', 'bank-charge, bank-interest, rounding or set-aside')
    .option('--reason <text>', 'required to set money aside')
    .action(lazily(async () => (await import('./reconcile.ts')).bookCommand));
  reconcile
    .command('unmatch')
    .description('undo a match; rules do not repeat one that they made')
    .argument('<line>')
    .action(lazily(async () => (await import('./reconcile.ts')).unmatchCommand));
  reconcile
    .command('direction')
    .description('say which way the money of a line went, where the statement does not')
    .argument('<line>', 'its id in the report')
    .argument('<direction>', 'in or out')
    .action(lazily(async () => (await import('./reconcile.ts')).directionCommand));
  reconcile
    .command('duplicate')
    .description('say whether a possible duplicate is a line of an earlier statement')
    .argument('<line>', 'its id in the report')
    .argument('<answer>', 'same or other')
    .action(lazily(async () => (await import('./reconcile.ts')).duplicateCommand));
}

/** Where the money of a line goes, if no transfer explains it. */
function addDecisions(reconcile: Command): void {
  reconcile
    .command('credit')
    .description('credit money that came in to the account that was meant; without --yes, show it')
    .argument('<line>', 'its id in the report')
    .argument(
      '[account]',
      'name, email, ID or IBAN, or the announced top-up that it is for (default: of the top-up that the line names)',
    )
    .option('--payee <id>', 'of the company: whose cash it is (default: whose reference the line names)')
    .option('--yes', 'credit it: this cannot be undone')
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./reconcile-credit.ts')).creditCommand));
  reconcile
    .command('return-payout')
    .description('say that a line is a payout that the bank returned: it fails, and its money is back')
    .argument('<line>', 'its id in the report')
    .argument('<payout>', 'its id')
    .option('--reason <text>', "shown to the payee (default: the bank's own)")
    .option('--difference <kind>', 'what is missing or too much: bank-charge, bank-interest, rounding or set-aside')
    .action(lazily(async () => (await import('./reconcile.ts')).returnPayoutCommand));
  reconcile
    .command('take-back-payment')
    .description('say that a line takes the money of a payment by bank transfer back: as a chargeback does')
    .argument('<line>', 'its id in the report')
    .argument('<payment>', 'its id, as the report shows it')
    .action(lazily(async () => (await import('./reconcile.ts')).takeBackPaymentCommand));
  reconcile
    .command('return')
    .description('send money that came in back to its sender: it is set aside until the bank has sent it')
    .argument('<line>', 'its id in the report')
    .requiredOption('--reason <text>', 'shown to the sender')
    .option('--name <name>', 'whom the bank is to pay, where the line does not say')
    .option('--account <iban>', 'likewise')
    .addOption(new Option('--sent', 'it was sent already, by hand').conflicts(['name', 'account']))
    .action(lazily(async () => (await import('./reconcile.ts')).returnCommand));
  reconcile
    .command('cancel-return')
    .description('cancel a return that the bank has not sent; its money stays set aside')
    .argument('<line>')
    .action(lazily(async () => (await import('./reconcile.ts')).cancelReturnCommand));
}

function addMonths(reconcile: Command): void {
  reconcile
    .command('months')
    .description('list the months of a source, with what is open in each')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./reconcile-months.ts')).monthsCommand));
  reconcile
    .command('close-month')
    .description('close a month without open lines: nothing dated in it or before it changes any more')
    .argument('<month>', 'such as 2031-03')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .action(lazily(async () => (await import('./reconcile-months.ts')).closeMonthCommand));
  reconcile
    .command('reopen-month')
    .description('reopen the last closed month')
    .argument('<month>', 'such as 2031-03')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action(lazily(async () => (await import('./reconcile-months.ts')).reopenMonthCommand));
}

function addRules(reconcile: Command): void {
  const rules = reconcile.command('rules').description('rules by which lines with a text are booked at every import');
  rules
    .command('list')
    .description('the rules in force, and those that could be made of what people booked twice')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .option('--ended', 'those that have ended')
    .option('--json', 'print them as JSON')
    .action(lazily(async () => (await import('./reconcile-rules.ts')).listRulesCommand));
  rules
    .command('add')
    .description('book lines with this text from now on; those that are open: reconcile rematch')
    .argument('<kind>', 'bank-charge, bank-interest or rounding')
    .addOption(sourceOption())
    .addOption(requiredMode())
    .requiredOption('--text <text>', "in the line's text, in any case and however it is spaced")
    .requiredOption('--currency <code>')
    .requiredOption('--max <decimal>', 'a larger amount is left to a person')
    .addOption(new Option('--direction <way>', 'both, unless it is given').choices(['in', 'out']))
    .option('--account <name>', 'of the statement, as it was named at the import')
    .action(lazily(async () => (await import('./reconcile-rules.ts')).addRuleCommand));
  rules
    .command('end')
    .description('end a rule; what it booked stays')
    .argument('<rule>', 'its id in the list')
    .action(lazily(async () => (await import('./reconcile-rules.ts')).endRuleCommand));
}

function addAcquirerPayout(reconcile: Command): void {
  reconcile
    .command('acquirer-payout')
    .description('post what an acquirer paid out to the bank, and the fee it kept; a reference is posted once')
    .addOption(sourceOption('card, onlinewallet, or the name of a provider'))
    .addOption(requiredMode())
    .requiredOption('--currency <code>')
    .requiredOption('--amount <decimal>', 'what was settled, the fee included')
    .option('--fee <decimal>', 'what the acquirer kept', '0')
    .requiredOption('--reference <text>', "the acquirer's reference for this payout")
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./reconcile.ts')).acquirerPayoutCommand));
}
