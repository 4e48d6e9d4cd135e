/**
 * The arrows of ARCHITECTURE: who may import whom, and a few habits that keep the code testable. When a test here
 * fails, the import is wrong before the table is: change the table only together with the architecture.
 */
import { describe, expect, it } from 'vitest';
import { readSources, type SourceFile } from './support/source-files.ts';

const sources = readSources();

/** What every feature may know: errors, pure money, parts of schemas, time, storage, who may do what, books, events, wake-ups. */
const foundations = [
  ...['errors', 'money', 'csv', 'schemas', 'clock', 'tracing', 'database', 'access', 'ledger', 'events', 'jobs'],
];

/** Folder (or file) → what it may import beside itself. `x/routes` is the HTTP part of `x`. */
const features: Record<string, string[]> = {
  'api-keys': foundations,
  mail: foundations,
  holders: foundations,
  people: [...foundations, 'mail'],
  funding: foundations,
  wallets: [...foundations, 'holders', 'refunds', 'mail'],
  debts: [...foundations, 'wallets', 'holders', 'mail'],
  'payment-fees': [...foundations, 'holders'],
  payments: [...foundations, 'payment-fees', 'funding', 'holders', 'mail'],
  orders: [...foundations, 'payments', 'holders'],
  refunds: [...foundations, 'orders', 'holders', 'payments', 'funding', 'mail', 'notices'],
  settlements: [...foundations, 'orders', 'refunds', 'holders', 'mail'],
  shadow: [...foundations, 'orders', 'refunds', 'settlements', 'holders', 'invitations'],
  payouts: [...foundations, 'refunds', 'wallets', 'holders', 'people', 'mail'],
  invitations: [...foundations, 'holders', 'people', 'mail'],
  members: [...foundations, 'holders', 'invitations', 'mail'],
  onboarding: [...foundations, 'holders'],
  earnings: [...foundations, 'settlements', 'holders'],
  reconciliation: [...foundations, 'funding', 'wallets', 'holders'],
  'company-home': [...foundations, 'orders', 'settlements', 'holders'],
  shop: [...foundations, 'payment-fees', 'payments', 'refunds', 'payouts', 'holders'],
  webhooks: [...foundations, 'holders', 'mail'],
  leaving: [
    ...foundations,
    ...['seals', 'holders', 'api-keys', 'people', 'members', 'invitations', 'operator', 'payouts', 'webhooks', 'mail'],
  ],
  search: foundations,
  requests: foundations,
  'test-clock': foundations,
  health: [...foundations, 'seals'],
  metrics: foundations,
  operator: [...foundations, 'seals', 'holders', 'mail'],
  branding: [...foundations, 'mail'],
  checkout: [...foundations, 'payments', 'funding', 'people', 'pages', 'mail', 'branding'],
  notices: [...foundations, 'payments', 'holders', 'mail', 'checkout', 'branding'],
  'customer-wallet': [...foundations, 'people', 'holders', 'wallets', 'funding', 'payments', 'pages'],
};

/** HTTP, what every interface is made of, and what routes use of theirs: who calls, envelopes, addresses. */
const faces = ['http', 'pages', 'interfaces'];

const routes: Record<string, string[]> = {
  'health/routes': ['health', 'seals'],
  'reference/routes': ['reference', 'api-keys'],
  'api-keys/routes': ['api-keys'],
  'holders/routes': ['holders'],
  'people/routes': ['people', 'holders'],
  'events/routes': ['events', 'events/catalogue.ts'],
  'funding/routes': ['funding'],
  'payments/routes': ['payments', 'api-keys'],
  'refunds/routes': ['refunds', 'orders', 'holders', 'payments', 'payments/routes'],
  'orders/routes': ['orders', 'holders', 'payments'],
  'wallets/routes': ['wallets', 'holders'],
  'debts/routes': ['debts', 'wallets'],
  'settlements/routes': ['settlements', 'holders'],
  'shadow/routes': ['shadow', 'orders', 'settlements', 'holders'],
  'payment-fees/routes': ['payment-fees'],
  'payouts/routes': ['payouts', 'holders', 'people'],
  'invitations/routes': ['invitations', 'holders', 'people'],
  'members/routes': ['members', 'holders', 'invitations', 'people'],
  'onboarding/routes': ['onboarding', 'holders'],
  'company-home/routes': ['company-home', 'settlements'],
  'shop/routes': ['shop', 'payments', 'refunds'],
  'earnings/routes': ['earnings'],
  'leaving/routes': ['leaving', 'people', 'holders', 'api-keys'],
  'mail/routes': ['mail'],
  'webhooks/routes': ['webhooks', 'events/catalogue.ts'],
  'search/routes': ['search'],
  'requests/routes': ['requests'],
  'reconciliation/routes': ['reconciliation', 'wallets', 'holders'],
  'test-clock/routes': ['test-clock'],
  'metrics/routes': ['metrics'],
  'access/routes': ['access'],
  'operator/routes': [
    'operator',
    'seals',
    'health',
    'holders',
    'payments',
    'payouts',
    'wallets',
    'reconciliation',
    'debts',
  ],
  'branding/routes': ['branding'],
  'checkout/routes': ['checkout', 'payments', 'holders', 'people', 'funding', 'branding', 'notices'],
  'customer-wallet/routes': ['customer-wallet', 'holders', 'wallets'],
};

const everything = 'everything';

const arrows: Record<string, string[] | typeof everything> = {
  errors: [],
  money: [],
  csv: ['money'],
  schemas: ['money'],
  'tracing-config.ts': [],
  'config.ts': ['tracing-config.ts'],
  clock: ['money'],
  'embedded-postgres': [],
  tracing: [],
  database: ['errors', 'tracing', 'embedded-postgres'],
  access: ['errors', 'money', 'schemas', 'database'],
  seals: ['database'],
  ledger: ['errors', 'money', 'database', 'seals'],
  events: ['errors', 'money', 'schemas', 'database', 'access', 'ledger'],
  jobs: ['errors', 'money', 'tracing', 'database', 'access'],
  http: ['errors', 'money', 'csv', 'schemas', 'database'],
  processes: ['errors', 'database', 'jobs', 'http'],
  pages: [...foundations, 'people', 'http'],
  interfaces: [...foundations, 'people', 'holders', 'api-keys', 'http', 'pages', 'checkout'],
  reference: [...foundations, 'api-keys', 'http', 'interfaces', 'events/catalogue.ts', 'events/routes'],
  ...features,
  ...Object.fromEntries(Object.entries(routes).map(([unit, own]) => [unit, [...foundations, ...faces, ...own]])),
  'interfaces/routes': everything,
  'events/catalogue.ts': ['schemas', ...Object.keys(features)],
  'server.ts': everything,
  'server-options.ts': everything,
  'service.ts': everything,
  'service.jobs.ts': everything,
  'main.ts': everything,
  commands: everything,
  demo: everything,
};

/** Stands above the features whose answers events carry; the rest of its folder stands below them and never sees it. */
const eventCatalogue = 'events/catalogue.ts';

/**
 * The folder a module belongs to, as the table names it. What an interface is made of stands below the features' routes;
 * its list of routes stands above them, with `server.ts`.
 */
function unitOf(path: string): string {
  if (path === eventCatalogue) return path;
  const parts = path.split('/');
  if (parts.length === 1) return path;
  if (parts[0] === 'interfaces') return parts.at(-1) === 'routes.ts' ? 'interfaces/routes' : 'interfaces';
  if (parts.includes('routes')) return `${parts[0]}/routes`;
  return parts[0] as string;
}

const folderOf = (path: string): string => path.split('/')[0] as string;

describe('arrows run one way', () => {
  it('every folder has its row in the table', () => {
    expect([...new Set(sources.map(({ path }) => unitOf(path)))].filter((unit) => arrows[unit] === undefined)).toEqual(
      [],
    );
  });

  it.each(Object.keys(arrows).filter((unit) => arrows[unit] !== everything))('%s imports only what it may', (unit) => {
    const allowed = new Set([unit, ...(arrows[unit] as string[])]);
    const wrong = sources
      .filter(({ path }) => unitOf(path) === unit)
      .flatMap(({ path, imports }) =>
        imports.filter((target) => !allowed.has(unitOf(target))).map((target) => `${path} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('only the command that runs a service builds the dashboard; nothing else of it is seen', () => {
    const seers = sources.filter(({ imports }) => imports.some((to) => to.startsWith('../dashboard/')));
    expect(seers.map(({ path }) => path)).toEqual(['commands/run-service.ts']);
  });

  it('nothing but the command line and the demo sees server.ts and service.ts', () => {
    const allowed = ['server.ts', 'service.ts', 'main.ts', 'commands', 'demo'];
    const seers = sources.filter(({ imports }) => imports.some((to) => to === 'server.ts' || to === 'service.ts'));
    expect(seers.filter(({ path }) => !allowed.includes(unitOf(path))).map(({ path }) => path)).toEqual([]);
  });

  it('the catalogue of events knows the shapes of answers, and nothing that does something', () => {
    const [{ imports } = { imports: [] }] = sources.filter(({ path }) => path === eventCatalogue);
    expect(imports.filter((target) => !/-schemas\.ts$|^schemas\//.test(target))).toEqual([]);
  });

  it('only one module writes events', () => {
    expect(matching(/insert into events\b|insertInto\('events'\)/).map(({ path }) => path)).toEqual([
      'events/append-events.ts',
    ]);
  });

  it('only server.ts sees the lists of routes', () => {
    const seers = sources.filter(
      ({ path, imports }) =>
        unitOf(path) !== 'interfaces/routes' && imports.some((to) => unitOf(to) === 'interfaces/routes'),
    );
    expect(seers.map(({ path }) => path)).toEqual(['server.ts']);
  });

  it('no address stands in http/: it knows no interface', () => {
    const strays = matching(/['"`]\/[a-z]/).filter(({ path }) => unitOf(path) === 'http');
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it('of the built-in PostgreSQL others see its entry only', () => {
    const seen = sources
      .filter(({ path }) => unitOf(path) !== 'embedded-postgres')
      .flatMap(({ imports }) => imports.filter((to) => unitOf(to) === 'embedded-postgres'));
    expect([...new Set(seen)]).toEqual(['embedded-postgres/index.ts']);
  });

  it('no two folders need each other, directly or around a corner', () => {
    expect(findCycle(folderGraph())).toBeUndefined();
  });

  it('nor do two modules, for types alone either', () => {
    expect(findCycle(new Map(sources.map(({ path, imports }) => [path, new Set(imports)])))).toBeUndefined();
  });

  it('every imported module exists', () => {
    const outside = ['database/schema.generated.ts', '../dashboard/build.ts'];
    const known = new Set([...sources.map(({ path }) => path), ...outside]);
    expect(
      sources.flatMap(({ path, imports }) => imports.filter((to) => !known.has(to)).map((to) => `${path} → ${to}`)),
    ).toEqual([]);
  });
});

function folderGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const to = graph.get(unitOf(path)) ?? new Set<string>();
    for (const target of imports) if (unitOf(target) !== unitOf(path)) to.add(unitOf(target));
    graph.set(unitOf(path), to);
  }
  return graph;
}

function findCycle(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  function visit(node: string, trail: string[]): string[] | undefined {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...trail, node]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  }
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found;
  }
  return undefined;
}

describe('a library stays where it belongs', () => {
  const homes: [library: string, homes: string[]][] = [
    [
      'fastify',
      [
        'http',
        'pages',
        'interfaces',
        'interfaces/routes',
        'tracing',
        'server.ts',
        'server-options.ts',
        'commands',
        ...Object.keys(routes),
      ],
    ],
    ['better-auth', ['people']],
    ['nodemailer', ['mail']],
    ['graphile-worker', ['jobs', 'database']],
    ['jose', ['interfaces', 'mail']],
    ['stripe', ['funding']],
    ['eta', ['pages', 'settlements']],
    ['commander', ['commands']],
    ['ibantools', ['payouts', 'wallets']],
    ['ipaddr.js', ['access', 'webhooks']],
    ['standardwebhooks', ['webhooks', 'commands']],
    ['prom-client', ['metrics']],
    [
      'pg',
      ['database', 'embedded-postgres', 'jobs', 'people', 'tracing', 'server.ts', 'server-options.ts', 'service.ts'],
    ],
  ];
  it.each(homes)('%s is imported by %j only', (library, allowed) => {
    const users = sources.filter(({ packages }) => packages.includes(library));
    expect(users.map(({ path }) => path)).not.toEqual([]);
    expect(users.filter(({ path }) => !allowed.includes(unitOf(path))).map(({ path }) => path)).toEqual([]);
  });
});

/** Where the real clock is right, and why. Business time comes from `clock.now(holder, mode)`. */
const realClock: Record<string, string> = {
  'clock/clock.ts': 'is the clock',
  'access/authorize.ts': 'how fresh a second factor is: security, not business',
  'api-keys/authenticate.ts': 'the end of a grace period is security, not business',
  'api-keys/manage-keys.ts': 'the end of a grace period is security, not business',
  'api-keys/routes/console-keys.route.ts': 'the end of a grace period is security, not business',
  'people/browser-marks.ts': 'the end of a mark is security, not business',
  'people/check-code.ts': 'the end of a used code is security, not business',
  'people/sessions.ts': 'how new a second factor is: security, not business',
  'people/sign-in.ts': 'the end of a challenge is security, not business',
  'people/passwords.ts': 'the end of a link is security, not business',
  'people/open-account.ts': 'likewise',
  'interfaces/console/proof.ts': 'when a person proved themselves anew: security',
  'operator/routes/operator-health.route.ts': 'when this process started: operation',
  'requests/routes/watch-failures.ts': 'when a request arrived: operation',
  'checkout/routes/checkout-request.ts': 'who may see an ending, and for how long: security',
  'funding/stripe.ts': 'a session at Stripe ends on Stripe’s clock',
  'interfaces/merchant/access-token.ts': 'the 600 seconds of a token are security, not business',
  'embedded-postgres/server.ts': 'deadlines while a process starts',
  'embedded-postgres/postmaster.ts': 'deadlines while a process starts, ages of files',
  'embedded-postgres/file-lock.ts': 'how long to wait for a lock',
  'database/public-id.ts': 'an id begins with the time to be near its neighbours, and promises no time',
  'database/timed-uuid.ts': 'likewise; reading it narrows a search',
  'commands/doctor.ts': 'compares this clock with the database’s',
  'commands/welcome.ts': 'a ref that is new at each start',
  'commands/listen/listen.ts': 'signatures carry the real time, and so does how far back to begin',
  'commands/resend-events.ts': 'likewise: how long ago events happened',
  'demo/history.ts': 'its thirty days end today; from there on it runs on a clock of its own',
  'demo/demo-second-factor.ts': 'an authenticator’s codes are of this half minute',
};

/** Where SQL may ask the database for the time, and why. */
const databaseClock: Record<string, string> = {
  'jobs/due-jobs.ts': 'a job’s hour is on the queue’s own clock',
  'events/retention.repository.ts': 'how long events are kept: a limit',
  'leaving/closed-accounts.repository.ts': 'how long what is left of a closed account is kept: a limit',
  'leaving/erasures.repository.ts': 'when a person was erased: not business',
  'ledger/checks/outside-money.ts': 'how long entries of the audit log are kept: a limit',
  'mail/mails.repository.ts': 'when a mail went out, and how long it is kept: a limit',
  'people/people.repository.ts': 'the end of links, challenges and sessions: security',
  'people/second-factor-resets.repository.ts': 'when a reset takes effect: security',
  'processes/processes.repository.ts': 'the heartbeats of processes, which have one clock in common',
  'database/transaction-markers.ts': 'how long markers are kept: a limit',
  'http/idempotency.ts': 'answers are kept for 24 real hours: a limit',
  'ledger/verifications.repository.ts': 'when the books were last proved, and how long ago: operation',
  'metrics/metrics.repository.ts': 'how long what is due has waited, on the queue’s own clock: operation',
  'operator/health.repository.ts': 'which jobs are due on the queue’s own clock: operation',
  'operator/verification-runs.repository.ts': 'when a verification ran: operation',
  'payment-fees/fee-rules.repository.ts': 'since when a fee is in force, for the books of all clocks',
  'requests/failed-requests.repository.ts': 'how long failed requests are kept: a limit',
  'seals/sealed-rows.repository.ts': 'how long salts are kept: a limit',
  'seals/seals.repository.ts': 'when what happened before was sealed: operation',
  'settlements/settlements.repository.ts': 'a sign of life of a running process',
  'webhooks/deliveries.repository.ts': 'deliveries are made in real time, and their log kept for so long: operation',
  'webhooks/delivery-queue.repository.ts': 'likewise: claims',
  'webhooks/endpoints.repository.ts': 'likewise: since when an endpoint is paused, how long an old secret signs',
  'webhooks/kept-attempts.repository.ts': 'likewise: retries',
  'webhooks/queue-events.repository.ts': 'likewise: what is due now',
  'webhooks/take-events.repository.ts': 'likewise: new deliveries are due now',
};

const matching = (pattern: RegExp): SourceFile[] => sources.filter(({ code }) => pattern.test(code));

/** SQL by hand: a statement, a condition, a part of one. */
const writtenByHand = /(?<![.\w])(sql[`.<]|query\((\{|\w+\)`)|command`|condition`)/;

describe('habits', () => {
  it('business time is a dependency: the real clock is read only where the list says why', () => {
    expect(matching(/\bnew Date\(\)|\bDate\.now\(/).map(({ path }) => path)).toEqual(Object.keys(realClock).sort());
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
      Object.hasOwn(features, folderOf(path)),
    );
    expect(strays.filter(({ path }) => !path.endsWith('.repository.ts')).map(({ path }) => path)).toEqual([]);
  });

  it('the audit log is written in one place, and only ever added to', () => {
    const writers = matching(/\b(into|update|from|table)\s+audit_log\b|\(['"`]auditLog['"`]\)|\binsertEntry\(/i);
    expect(writers.map(({ path }) => path)).toEqual([
      ...['access/audit-log.repository.ts', 'access/audit-log.ts'],
      // A check of `sluice verify`, which reads only.
      'ledger/checks/outside-money.ts',
    ]);
    const home = sources.find(({ path }) => path === 'access/audit-log.repository.ts') as SourceFile;
    expect(home.code.match(/\b(update|delete|truncate|alter|drop)\b/gi)).toBeNull();
  });

  it('only one module writes CSV', () => {
    expect(matching(/from 'csv-stringify/).map(({ path }) => path)).toEqual(['csv/csv.ts']);
  });

  it('nothing writes to the console', () => {
    expect(matching(/\bconsole\./).map(({ path }) => path)).toEqual([]);
  });

  it('what traces is loaded where a collector is named, and nowhere else', () => {
    const users = matching(/from '[./]*tracing\/(?!tracer\.ts)/).map(({ path }) => path);
    expect(users).toEqual([]);
    expect(matching(/import\('[./]*tracing\//).map(({ path }) => path)).toEqual(['commands/run-service.ts']);
  });

  it('only the command line reads the environment', () => {
    const users = matching(/\bprocess\.env\b/).filter(({ path }) => folderOf(path) !== 'commands');
    // The built-in server's own programs get a clean environment, made from it.
    expect(users.filter(({ path }) => unitOf(path) !== 'embedded-postgres').map(({ path }) => path)).toEqual([]);
  });

  it('every module opens with a comment that says what it is', () => {
    expect(sources.filter(({ text }) => !/^(#!.*\n)?\/(\*\*|\/)/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('no module has more than 300 lines', () => {
    expect(sources.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([]);
  });
});
