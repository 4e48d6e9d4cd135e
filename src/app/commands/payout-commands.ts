/** The commands of payouts, bank accounts, fees and debts, with their arguments and help. */
import type { Command } from 'commander';
import { lazily } from './lazily.ts';
import { modeFilter, optionalMode, requiredMode } from './mode-option.ts';

const bankAccountHelp = `
For 48 hours, live payouts to a new account can be requested but not approved, so that the owners can object. Add the account
two days before its first payout. Test payouts, and payouts to an account that is already on file, don't wait.`;

export function addPayoutCommands(program: Command): void {
  const payouts = program.command('payouts').description('payouts to bank accounts');
  payouts
    .command('list')
    .description('list payouts, oldest first, with what each payee owes')
    .option('--status <status>')
    .addOption(modeFilter())
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./payouts.ts')).listPayoutsCommand));
  payouts
    .command('approve')
    .description('approve payouts, each in its own transaction')
    .argument('[payout ids...]')
    .option('--all-requested', 'all requested payouts')
    .addOption(optionalMode('with --all-requested: of test or live money'))
    .action(lazily(async () => (await import('./payouts.ts')).approvePayoutsCommand));
  payouts
    .command('export')
    .description('print approved payouts as CSV, with full account numbers')
    .argument('[payout ids...]', 'only these, approved or sent (default: all approved)')
    .addOption(optionalMode('without ids: test or live money'))
    .option('--mark-sent', 'mark them as sent, and print only those marked')
    .action(lazily(async () => (await import('./payouts.ts')).exportPayoutsCommand));
  const marks = [
    ['sent', 'sent', 'record that the bank was told to pay'],
    ['completed', 'completed', 'record that the bank has paid'],
    ['failed', 'failed', 'record that the bank did not pay, or returned the money: it goes back to the payee'],
    ['reject', 'rejected', 'reject before sending: the money goes back to the payee'],
  ] as const;
  for (const [name, to, description] of marks) {
    const mark = payouts.command(name).description(description).argument('<payout ids...>');
    if (to === 'failed' || to === 'rejected') mark.option('--reason <text>', 'shown to the owner');
    mark.action(lazily(async () => (await import('./payouts.ts')).markPayoutsCommand(to)));
  }
  payouts
    .command('rule')
    .description("show or set a currency's minimum, fee and limit")
    .requiredOption('--currency <code>')
    .option('--minimum <decimal>', 'the least that can be requested')
    .option('--fee <decimal>', 'taken from each payout')
    .option('--daily-limit <decimal or none>', 'the most a holder can request in 24 hours')
    .option('--reason <text>', 'for the audit log')
    .option('--json', 'print the rule as JSON')
    .action(lazily(async () => (await import('./payout-settings.ts')).payoutRuleCommand));
  payouts
    .command('schedules')
    .description("list an account's automatic payouts, with what each would pay out now")
    .requiredOption('--holder <id or name>')
    .addOption(requiredMode())
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./payout-settings.ts')).listPayoutSchedulesCommand));
  addPayoutFileCommands(payouts);
  addBankAccountCommands(program);
  addBankDetailsCommands(program);
  addFeeCommands(program);
  addDebtCommands(program);
}

function addPayoutFileCommands(payouts: Command): void {
  const file = payouts.command('file').description('payment files for the bank');
  file
    .command('create')
    .description('create a file of approved payouts, returns and refunds, and print it: each is in one file only')
    .argument('[payout, return and refund ids...]', 'these instead of all that wait and are in no file yet')
    .requiredOption('--currency <code>')
    .requiredOption('--day <date>', 'when the bank is to pay, such as 2031-03-05')
    .addOption(requiredMode())
    .option('--format <name>', 'pain.001.001.09, pain.001.001.03 or csv', 'pain.001.001.09')
    .option('--again <reason>', 'take payouts that are in a file already, or were sent')
    .option('--mark-sent', 'mark them as sent')
    .action(lazily(async () => (await import('./payout-files.ts')).createPayoutFileCommand));
  file
    .command('list')
    .description('list the files, newest first, with what the bank said of them')
    .addOption(requiredMode())
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./payout-files.ts')).listPayoutFilesCommand));
  file
    .command('print')
    .description('print a file as it was made')
    .argument('<file id>')
    .addOption(requiredMode())
    .action(lazily(async () => (await import('./payout-files.ts')).printPayoutFileCommand));
  file
    .command('give-up')
    .description('give up a file that the bank will not execute: its payouts can be in another one, or be rejected')
    .argument('<file id>')
    .addOption(requiredMode())
    .requiredOption('--reason <text>', 'for the audit log')
    .action(lazily(async () => (await import('./payout-files.ts')).giveUpPayoutFileCommand));
  file
    .command('report')
    .description("take in the bank's report (pain.002): what it rejected fails, and the money goes back")
    .argument('<path>')
    .addOption(requiredMode())
    .action(lazily(async () => (await import('./payout-files.ts')).takeReportCommand));
}

const withAddress = (command: Command): Command =>
  command
    .option('--street <text>', "of the account holder's address, which banks ask for outside SEPA")
    .option('--building-number <text>')
    .option('--post-code <text>')
    .option('--town <text>', 'needed with an address')
    .option('--address-country <code>', 'needed with an address');

function addBankAccountCommands(program: Command): void {
  const accounts = program.command('bank-account').description('bank accounts on file');
  withAddress(accounts.command('add'))
    .description('add a bank account; the owners are emailed, and live payouts to it wait 48 hours')
    .requiredOption('--holder <id or name>')
    .requiredOption('--name <text>', "the account holder's name")
    .option('--iban <IBAN>')
    .option('--account-number <text>', 'if there is no IBAN')
    .option('--bank-code <BIC or bank code>')
    .option('--country <code>', 'with an account number')
    .option('--currency <code>', 'the only one it takes (default: any)')
    .addHelpText('after', bankAccountHelp)
    .action(lazily(async () => (await import('./payout-settings.ts')).addBankAccountCommand));
  withAddress(accounts.command('address'))
    .description("set the address of a bank account's holder; without one, it is taken away")
    .argument('<bank account id>')
    .requiredOption('--holder <id or name>')
    .action(lazily(async () => (await import('./payout-settings.ts')).setAddressCommand));
  accounts
    .command('end')
    .description('remove a bank account')
    .argument('<bank account id>')
    .requiredOption('--holder <id or name>')
    .action(lazily(async () => (await import('./payout-settings.ts')).endBankAccountCommand));
}

function addBankDetailsCommands(program: Command): void {
  const details = program
    .command('bank-details')
    .description('the account, one per currency, to which customers and companies send bank transfers');
  details
    .command('list')
    .description('list the accounts')
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./bank-details.ts')).listBankDetailsCommand));
  details
    .command('set')
    .description('set the account for one currency; every administrator is emailed')
    .requiredOption('--currency <code>')
    .requiredOption('--account-holder <text>')
    .option('--iban <IBAN>')
    .option('--bic <BIC>')
    .option('--bank-name <text>')
    .option('--other <line...>', 'lines for bank transfers from countries without IBANs')
    .option('--account-number <text>', 'for payment files, where there is no IBAN')
    .option('--bank-code <code>', "the country's own code of the bank, where there is no BIC")
    .option('--town <text>', 'where the account holder is; with --country')
    .option('--country <code>')
    .action(lazily(async () => (await import('./bank-details.ts')).setBankDetailsCommand));
  details
    .command('remove')
    .description('remove the account for one currency; top-ups already requested keep waiting')
    .argument('<currency>')
    .action(lazily(async () => (await import('./bank-details.ts')).removeBankDetailsCommand));
}

function addFeeCommands(program: Command): void {
  const fees = program.command('fees').description('what payments cost, and what the service has earned');
  fees
    .command('rule')
    .description('show or set what payments cost; existing payments keep the rule they were created with')
    .option('--holder <id or name>', 'of one company or shop (default: of all accounts)')
    .option('--method <name>', 'card, onlinewallet or wallet (default: every method)')
    .option('--currency <code>', 'needed for a fixed part (default: every currency)')
    .option('--basis-points <number>', 'of the amount, in hundredths of a percent')
    .option('--fixed <decimal>', 'for each payment')
    .option('--end', 'end the rule, so that the next more general one applies')
    .option('--from <time>', 'when it takes effect (default: now)')
    .option('--reason <text>', 'for the audit log')
    .option('--json', 'print the rules as JSON')
    .action(lazily(async () => (await import('./payment-fees.ts')).paymentFeeCommand));
  fees
    .command('collect')
    .description('collect fees from all books now, each book at most once a day')
    .action(lazily(async () => (await import('./payout-settings.ts')).collectFeesCommand));
  fees
    .command('draw')
    .description("record fees paid out to the service's own bank account")
    .requiredOption('--currency <code>')
    .requiredOption('--amount <decimal>')
    .requiredOption('--reference <text>', 'your reference; each one is recorded only once')
    .addOption(requiredMode())
    .action(lazily(async () => (await import('./payout-settings.ts')).drawFeesCommand));
}

function addDebtCommands(program: Command): void {
  const debts = program.command('debts').description('what accounts owe the service, after chargebacks');
  debts
    .command('list')
    .description('list what every account owes')
    .addOption(modeFilter())
    .option('--json', 'print the list as JSON')
    .action(lazily(async () => (await import('./debts.ts')).listDebtsCommand));
  const acts = [
    ['repaid', 'repaid', 'record that a debt was paid to your bank account another way'],
    ['write-off', 'written_off', 'write off a debt, at the cost of the service'],
  ] as const;
  for (const [name, kind, description] of acts) {
    debts
      .command(name)
      .description(description)
      .argument('<id or name>')
      .requiredOption('--currency <code>')
      .option('--amount <decimal>', 'a part of it (default: all that is owed)')
      .requiredOption('--reason <text>', 'shown to the owners')
      .addOption(requiredMode())
      .action(lazily(async () => (await import('./debts.ts')).settleDebtCommand(kind)));
  }
}
