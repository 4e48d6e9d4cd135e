/** The commands that open accounts, with their arguments and help. */
import type { Command } from 'commander';
import { lazily } from './lazily.ts';

export function addAccountCommands(program: Command): void {
  const operator = program.command('operator').description("the operator's staff");
  operator
    .command('reset-second-factor')
    .description("reset a person's lost second factor if there are no two administrators who can")
    .requiredOption('--email <address>')
    .requiredOption('--reason <text>', 'for the audit log')
    .action(lazily(async () => (await import('./accounts.ts')).resetSecondFactorCommand));
  operator
    .command('create')
    .description('add a person to the staff, and email or print a link to choose a password')
    .requiredOption('--email <address>')
    .option('--name <name>', 'default: the first part of the address')
    .option('--role <role>', 'administrator, finance, support or viewer', 'administrator')
    .option('--json', 'print the result as JSON')
    .action(lazily(async () => (await import('./accounts.ts')).createOperatorCommand));
  program
    .command('people')
    .description('people who sign in')
    .command('erase')
    .description('permanently delete the account of a person who asked for it; --plan shows first what would happen')
    .requiredOption('--email <address>')
    .option('--reason <text>', 'for the audit log')
    .option('--plan', 'show what would be deleted and what has to be finished first; change nothing')
    .action(lazily(async () => (await import('./erase-person.ts')).erasePersonCommand));
  addHolderCommand(program, 'company', async () => (await import('./accounts.ts')).createCompanyCommand);
  addHolderCommand(program, 'merchant', async () => (await import('./accounts.ts')).createMerchantCommand);
}

type Create = typeof import('./accounts.ts').createCompanyCommand;

function addHolderCommand(program: Command, kind: 'company' | 'merchant', load: () => Promise<Create>): void {
  program
    .command(kind)
    .description(kind === 'company' ? 'companies that record orders' : 'merchants that take payments')
    .command('create')
    .description(`create a ${kind}, active at once, and email or print a link for its owner to choose a password`)
    .requiredOption('--name <name>')
    .requiredOption('--owner <address>', "the owner's email address")
    .option('--owner-name <name>', 'default: the first part of the address')
    .option('--live-keys', 'also create a live key pair; its secret is shown once')
    .option('--json', 'print the result as JSON')
    .action(lazily(load));
}
