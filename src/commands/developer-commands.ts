/** The commands for whoever integrates: they call a running service with a key pair. */
import { type Command, Option } from 'commander';
import { lazily } from './lazily.ts';

const keysHelp = `
The key pair is that of SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET in the environment; without them, on the machine of
"npm start", the demo's.`;

const keyOptions = (command: Command): Command =>
  command
    .option('--url <origin>', "the service's origin (default: PUBLIC_URL, or localhost at PORT)")
    .addOption(
      new Option('--as <side>', "which of the demo's pairs").choices(['company', 'merchant']).default('company'),
    )
    .addHelpText('after', keysHelp);

export function addDeveloperCommands(program: Command): void {
  keyOptions(program.command('listen'))
    .description('post events to an address on your machine, signed, as they happen')
    .requiredOption('--forward-to <address>', 'such as http://localhost:3000/hook')
    .option('--events <types>', 'these only, such as order.*,payout.completed')
    .option('--since <time>', 'begin with what happened since: 30m, 2h, 7d or an instant (default: where it ended)')
    .action(lazily(async () => (await import('./listen/listen.ts')).listenCommand));
  keyOptions(program.command('trigger'))
    .description('make an event happen in test mode, by doing what leads to it')
    .argument('[event]', 'such as payment.paid')
    .option('--list', 'list what can be made to happen, and with whose key pair')
    .action(lazily(async () => (await import('./trigger/trigger.ts')).triggerCommand));
  keyOptions(program.command('events').description('the events of a key pair').command('resend'))
    .description('send events to a webhook endpoint again: one, all that were given up, or those of a time range')
    .argument('[event]', 'such as evt_…')
    .option('--parked', 'all that were given up, the oldest 10,000 first')
    .option('--since <time>', 'what happened since: 30m, 2h, 7d or an instant')
    .option('--until <time>', 'with --since, and not after this time (default: now)')
    .option(
      '--endpoint <id>',
      'an endpoint, or "addresses" for those that payments or orders carry (default: the only one)',
    )
    .action(lazily(async () => (await import('./resend-events.ts')).resendEventsCommand));
}
