/** The commands for whoever integrates: they call a running service with a key pair. */
import { type Command, Option } from 'commander';
import { lazily } from './lazily.ts';

const keysHelp = `
The key pair is taken from SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET in the environment. Without them, on the machine of
"npm start", it is the demo's.`;

const keyOptions = (command: Command): Command =>
  command
    .option('--url <origin>', "the service's origin (default: PUBLIC_URL, or localhost at PORT)")
    .addOption(
      new Option('--as <side>', "which of the demo's key pairs").choices(['company', 'merchant']).default('company'),
    )
    .addHelpText('after', keysHelp);

export function addDeveloperCommands(program: Command): void {
  keyOptions(program.command('listen'))
    .description('forward signed events to an address on your machine as they happen')
    .requiredOption('--forward-to <address>', 'such as http://localhost:3000/hook')
    .option('--events <types>', 'only these types, such as order.*,payout.completed')
    .option('--since <time>', 'start from this time: 30m, 2h, 7d or a timestamp (default: where it last stopped)')
    .action(lazily(async () => (await import('./listen/listen.ts')).listenCommand));
  keyOptions(program.command('trigger'))
    .description('make an event happen in test mode, through the requests that cause it')
    .argument('[event]', 'such as payment.paid')
    .option('--list', 'list the events that can be triggered, and with whose key pair')
    .action(lazily(async () => (await import('./trigger/trigger.ts')).triggerCommand));
  keyOptions(program.command('events').description('the events of a key pair').command('resend'))
    .description('resend events to a webhook endpoint: one, all that failed, or those of a time range')
    .argument('[event]', 'such as evt_…')
    .option('--parked', 'all failed deliveries, at most the oldest 10,000')
    .option('--since <time>', 'events since this time: 30m, 2h, 7d or a timestamp')
    .option('--until <time>', 'with --since: events up to this time (default: now)')
    .option(
      '--endpoint <id>',
      'the endpoint, or "addresses" for the webhook URLs of payments and orders (default: the only one)',
    )
    .action(lazily(async () => (await import('./resend-events.ts')).resendEventsCommand));
}
