/** The commands of payouts, bank accounts and fees, with their arguments and help. */
import type { Command } from 'commander';
import { lazily } from './lazily.ts';

export function addPayoutCommands(program: Command): void {
  const payouts = program.command('payouts').description('money on its way to a bank');
  payouts
    .command('list')
    .description('list payouts, oldest first, with what each payee owes')
    .option('--status <status>')
    .option('--mode <test or live>', 'of one mode (default: both)')
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./payouts.ts')).listPayoutsCommand));
  payouts
    .command('approve')
    .description('approve payouts, each by itself')
    .argument('[payout ids...]')
    .option('--all-requested', 'all that wait for it')
    .option('--mode <test or live>', 'with --all-requested: of one mode')
    .action(lazily(async () => (await import('./payouts.ts')).approvePayoutsCommand));
  payouts
    .command('export')
    .description('print approved payouts as CSV, with whole account numbers')
    .argument('[payout ids...]', 'these, approved or sent, instead of all that are approved')
    .option('--mode <test or live>', 'live or test money', 'live')
    .option('--mark-sent', 'mark them as sent, and print what was marked')
    .action(lazily(async () => (await import('./payouts.ts')).exportPayoutsCommand));
  const marks = [
    ['sent', 'sent', 'the bank was told to pay'],
    ['completed', 'completed', 'the bank has paid'],
    ['failed', 'failed', 'the bank did not pay, or returned the money: it goes back'],
    ['reject', 'rejected', 'refuse before it is sent: the money goes back'],
  ] as const;
  for (const [name, to, description] of marks) {
    const mark = payouts.command(name).description(description).argument('<payout ids...>');
    if (to === 'failed' || to === 'rejected') mark.option('--reason <text>', 'what the owner may read');
    mark.action(lazily(async () => (await import('./payouts.ts')).markPayoutsCommand(to)));
  }
  payouts
    .command('rule')
    .description("show or set a currency's minimum, fee and limit")
    .requiredOption('--currency <code>')
    .option('--minimum <decimal>', 'the least that can be asked for')
    .option('--fee <decimal>', 'taken from each payout')
    .option('--daily-limit <decimal or none>', 'the most a holder can ask for in 24 hours')
    .option('--reason <text>', 'for the audit log')
    .option('--json', 'print the rule as JSON')
    .action(lazily(async () => (await import('./payout-settings.ts')).payoutRuleCommand));
  addBankAccountCommands(program);
  addFeeCommands(program);
}

function addBankAccountCommands(program: Command): void {
  const accounts = program.command('bank-account').description('bank accounts on file');
  accounts
    .command('add')
    .description('put one on file; its owners are emailed, and live payouts to it wait 48 hours')
    .requiredOption('--holder <id or name>')
    .requiredOption('--name <text>', "the account holder's name")
    .option('--iban <IBAN>')
    .option('--account-number <text>', 'where there is no IBAN')
    .option('--bank-code <BIC or bank code>')
    .option('--country <code>', 'with an account number')
    .option('--currency <code>', 'the only one it takes (default: any)')
    .action(lazily(async () => (await import('./payout-settings.ts')).addBankAccountCommand));
  accounts
    .command('end')
    .description('take one off file')
    .argument('<bank account id>')
    .requiredOption('--holder <id or name>')
    .action(lazily(async () => (await import('./payout-settings.ts')).endBankAccountCommand));
}

function addFeeCommands(program: Command): void {
  const fees = program.command('fees').description('what the service has earned');
  fees
    .command('collect')
    .description('collect fees from all books now; each book once a day')
    .action(lazily(async () => (await import('./payout-settings.ts')).collectFeesCommand));
  fees
    .command('draw')
    .description("record fees taken to the service's own bank account")
    .requiredOption('--currency <code>')
    .requiredOption('--amount <decimal>')
    .requiredOption('--reference <text>', 'names this draw; given twice, it is drawn once')
    .option('--live', 'live money (default: test)')
    .action(lazily(async () => (await import('./payout-settings.ts')).drawFeesCommand));
}
