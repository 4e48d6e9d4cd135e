/** Habits that keep the service testable and its history honest: who may read a clock, write events, ask for SQL. */
import { describe, expect, it } from 'vitest';
import { readDashboard } from '../support/dashboard-sources.ts';
import { readSources, type SourceFile } from '../support/source-files.ts';

const sources = readSources();

/** Where the real clock is right, and why. Business time comes from `clock.now(holder, mode)`. */
const realClock: Record<string, string> = {
  'base/clock/clock.ts': 'is the clock',
  'core/access/authorize.ts': 'how fresh a second factor is: security, not business',
  'features/api-keys/authenticate.ts': 'the end of a grace period is security, not business',
  'features/api-keys/manage-keys.ts': 'the end of a grace period is security, not business',
  'features/api-keys/embed-origins.ts': 'the end of a grace period is security, not business',
  'api/checkout/embedding.ts': 'the end of a key’s grace period, and of a hand-over: security',
  'api/console/keys.ts': 'the end of a grace period is security, not business',
  'features/people/account-sessions.ts': 'how new a second factor is: security, not business',
  'features/people/browser-marks.ts': 'the end of a mark is security, not business',
  'features/people/check-code.ts': 'the end of a used code is security, not business',
  'features/people/sessions.ts': 'how new a second factor is: security, not business',
  'features/people/sign-in.ts': 'the end of a challenge is security, not business',
  'features/people/passwords.ts': 'the end of a link is security, not business',
  'features/people/open-account.ts': 'likewise',
  'api/console/proof.ts': 'when a person proved themselves anew: security',
  'api/operator/health.ts': 'when this process started: operation',
  'api/operations/log-requests.ts': 'when a request arrived: operation',
  'api/checkout/checkout-request.ts': 'who may see an ending, and for how long: security',
  'features/providers/stripe/open-stripe.ts': 'a session at Stripe ends on Stripe’s clock',
  'api/merchant/access-token.ts': 'the 600 seconds of a token are security, not business',
  'base/embedded-postgres/server.ts': 'deadlines while a process starts',
  'base/embedded-postgres/postmaster.ts': 'deadlines while a process starts, ages of files',
  'base/embedded-postgres/file-lock.ts': 'how long to wait for a lock',
  'base/database/public-id.ts': 'an id begins with the time to be near its neighbors, and promises no time',
  'base/database/timed-uuid.ts': 'likewise; reading it narrows a search',
  'app/commands/doctor.ts': 'compares this clock with the database’s',
  'app/commands/welcome.ts': 'a ref that is new at each start',
  'app/commands/listen/listen.ts': 'signatures carry the real time, and so does how far back to begin',
  'app/commands/resend-events.ts': 'likewise: how long ago events happened',
  'app/demo/history.ts': 'its thirty days end today; from there on it runs on a clock of its own',
  'app/demo/demo-second-factor.ts': 'an authenticator’s codes are of this half minute',
};

/** Where the dashboard may read the browser's clock, and why. */
const browsersClock: Record<string, string> = {
  'api/book-time.ts': 'is the clock',
  'app/next.ts': 'how long a browser remembers an address',
  'screens/webhooks/queries.ts': 'how soon to ask again: deliveries are sent by the real clock',
  'ui/use-now.ts': 'adds how far the book is ahead',
};

/** Where SQL may ask the database for the time, and why. */
const databaseClock: Record<string, string> = {
  'core/jobs/due-jobs.ts': 'a job’s hour is on the queue’s own clock',
  'core/events/retention.repository.ts': 'how long events are kept: a limit',
  'features/closing/closed-accounts.repository.ts': 'how long what is left of a closed account is kept: a limit',
  'features/closing/erasures.repository.ts': 'when a person was erased: not business',
  'core/ledger/checks/outside-money.ts': 'how long entries of the audit log are kept: a limit',
  'core/ledger/checks/payment-transfers.ts': 'likewise',
  'core/ledger/checks/payouts.ts': 'likewise',
  'core/mail/mails.repository.ts': 'when a mail went out, and how long it is kept: a limit',
  'features/people/account-sessions.repository.ts': 'the end of sessions, and when one was confirmed: security',
  'features/single-sign-on/sign-in-providers.repository.ts': 'the end of a sign-in under way: security',
  'features/people/passkeys.repository.ts': 'the end of challenges, and when a passkey counts as fresh: security',
  'features/people/people.repository.ts': 'the end of links, challenges and sessions: security',
  'features/people/second-factor-resets.repository.ts': 'when a reset takes effect: security',
  'core/processes/processes.repository.ts': 'the heartbeats of processes, which have one clock in common',
  'base/database/transaction-markers.ts': 'how long markers are kept: a limit',
  'core/http/idempotency.ts': 'answers are kept for 24 real hours: a limit',
  'core/ledger/verifications.repository.ts': 'when the books were last proved, and how long ago: operation',
  'core/metrics/metrics.repository.ts': 'how long what is due has waited, on the queue’s own clock: operation',
  'core/processes/health.repository.ts': 'which jobs are due on the queue’s own clock: operation',
  'features/statement-files/statement-files.repository.ts': 'how long uploaded files are kept: a limit',
  'features/verification/past-books.repository.ts': 'when a day was asked for and derived: operation',
  'features/verification/verification-runs.repository.ts': 'when a verification ran: operation',
  'features/payments/evidence/evidence.repository.ts': 'how long evidence is kept: a limit',
  'features/payments/fees/fee-rules.repository.ts': 'since when a fee is in force, for the books of all clocks',
  'features/requests/logged-requests.repository.ts': 'how long requests are kept: a limit',
  'core/seals/sealed-rows.repository.ts': 'how long salts are kept: a limit',
  'core/seals/seals.repository.ts': 'when what happened before was sealed: operation',
  'features/settlements/settlements.repository.ts': 'a sign of life of a running process',
  'features/webhooks/deliveries.repository.ts':
    'deliveries are made in real time, and their log kept for so long: operation',
  'features/webhooks/delivery-queue.repository.ts': 'likewise: claims',
  'features/webhooks/endpoints.repository.ts':
    'likewise: since when an endpoint is paused, how long an old secret signs',
  'features/webhooks/kept-attempts.repository.ts': 'likewise: retries',
  'features/webhooks/queue-events.repository.ts': 'likewise: what is due now',
  'features/webhooks/take-events.repository.ts': 'likewise: new deliveries are due now',
};

/** Who knows of other machines outside the folder of the database, and why. At most four. */
const severalMachines: Record<string, string> = {
  'app/server.ts': 'opens the connections to them and closes them',
  'core/ledger/checks/across-machines.ts': 'no snapshot spans them: what a verification reads again',
  'core/ledger/checks/check.ts': 'likewise: how the checks’ statements are written',
  'core/ledger/run-verification.ts': 'likewise: which verification it is',
};

const matching = (pattern: RegExp): SourceFile[] => sources.filter(({ code }) => pattern.test(code));

/** SQL by hand: a statement, a condition, a part of one. */
const writtenByHand = /(?<![.\w])(sql[`.<]|query\((\{|\w+\)`)|command`|condition`)/;

describe('habits', () => {
  it('business time is a dependency: the real clock is read only where the list says why', () => {
    expect(matching(/\bnew Date\(\)|\bDate\.now\(/).map(({ path }) => path)).toEqual(Object.keys(realClock).sort());
  });

  it('and what the dashboard counts from is the time of the open book, which a test clock may have moved', () => {
    const readers = readDashboard().filter(({ code }) => /\bnew Date\(\)|\bDate\.now\(/.test(code));
    expect(readers.map(({ path }) => path)).toEqual(Object.keys(browsersClock).sort());
  });

  it('and the database’s clock likewise', () => {
    const users = matching(/(?<!performance\.)\bnow\(\)|\bcurrent_timestamp\b|\bclock_timestamp\(\)/i).filter(
      ({ code }) => writtenByHand.test(code),
    );
    expect(users.map(({ path }) => path)).toEqual(Object.keys(databaseClock).sort());
  });

  it('all SQL of a feature stands in its repository', () => {
    const built = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
    const strays = [...matching(writtenByHand), ...matching(built)].filter(({ path }) =>
      /^(features|api)\//.test(path),
    );
    expect(strays.filter(({ path }) => !path.endsWith('.repository.ts')).map(({ path }) => path)).toEqual([]);
  });

  it('rows are sent with their columns by name, never as lists side by side', () => {
    const byPosition = matching(/unnest\(\s*\$\{[^`]*?::[\w ]+\[\],/).map(({ path }) => path);
    expect(byPosition).toEqual([]);
  });

  it('the audit log is written in one place, and only ever added to', () => {
    const writers = matching(/\b(into|update|from|table)\s+audit_log\b|\(['"`]auditLog['"`]\)|\binsertEntry\(/i);
    expect(writers.map(({ path }) => path)).toEqual([
      ...['core/access/audit-log.repository.ts', 'core/access/audit-log.ts'],
      // A check of `sluice verify`, which reads only.
      'core/ledger/checks/outside-money.ts',
      'core/ledger/checks/payment-transfers.ts',
      'core/ledger/checks/payouts.ts',
    ]);
    const home = sources.find(({ path }) => path === 'core/access/audit-log.repository.ts') as SourceFile;
    expect(home.code.match(/\b(update|delete|truncate|alter|drop)\b/gi)).toBeNull();
  });

  it('books may live on several machines: only the database’s folder and the commands know, and who the list says', () => {
    const knows =
      /\b(citus|isCluster|pg_dist_\w+|shards?|several machines|NodeConnections?|node-connections)\b|\ba cluster\b/i;
    const elsewhere = sources.filter(({ path }) => !/^(base\/database|app\/commands)\//.test(path));
    const found = elsewhere.filter(({ text }) => knows.test(text)).map(({ path }) => path);
    expect(found).toEqual(Object.keys(severalMachines).sort());
  });

  it('only one module writes events', () => {
    expect(matching(/insert into events\b|insertInto\('events'\)/).map(({ path }) => path)).toEqual([
      'core/events/append-events.ts',
    ]);
  });

  it('only one module writes CSV', () => {
    expect(matching(/from 'csv-stringify/).map(({ path }) => path)).toEqual(['base/csv/csv.ts']);
  });

  it('nothing writes to the console', () => {
    expect(matching(/\bconsole\./).map(({ path }) => path)).toEqual([]);
  });

  it('what traces is loaded where a collector is named, and nowhere else', () => {
    const users = matching(/from '[./\w]*tracing\/(?!tracer\.ts|tracing-config\.ts)/).map(({ path }) => path);
    expect(users).toEqual([]);
    expect(matching(/import\('[./\w]*tracing\//).map(({ path }) => path)).toEqual(['app/commands/service-process.ts']);
  });

  it('only the command line reads the environment', () => {
    const users = matching(/\bprocess\.env\b/).filter(({ path }) => !path.startsWith('app/commands/'));
    // The built-in server's own programs get a clean environment, made from it.
    expect(users.filter(({ path }) => !path.startsWith('base/embedded-postgres/')).map(({ path }) => path)).toEqual([]);
  });
});
