/**
 * The five floors of `src/`: a folder shows its floor, and imports point down only. A change that fails here has the
 * wrong import, or belongs on another floor; a new line in a table is a decision about the architecture.
 */
import { describe, expect, it } from 'vitest';
import { readDashboard } from '../support/dashboard-sources.ts';
import { readSources, type SourceFile } from '../support/source-files.ts';

const sources = readSources();

/** From the bottom. Each may import the floors before it. */
const floors = ['base', 'core', 'features', 'api', 'app'];

/** Every folder below `app`, and which others of its own floor it may import. */
const rooms: Record<string, Record<string, string[]>> = {
  base: {
    errors: [],
    money: [],
    'version.ts': [],
    tracing: [],
    'embedded-postgres': [],
    backups: ['embedded-postgres'],
    csv: ['money'],
    languages: ['money'],
    schemas: ['money'],
    clock: ['money'],
    database: ['errors', 'tracing', 'embedded-postgres'],
  },
  core: {
    access: [],
    seals: [],
    http: [],
    ledger: ['seals'],
    events: ['access', 'ledger'],
    jobs: ['access', 'ledger'],
    mail: ['access', 'jobs', 'wording'],
    metrics: ['ledger'],
    pages: ['http'],
    processes: ['http', 'jobs'],
    wording: [],
  },
  features: {
    'api-keys': ['cash'],
    'bank-files': [],
    holders: [],
    people: [],
    providers: ['holders'],
    requests: ['providers'],
    audit: [],
    explore: ['orders', 'payments'],
    'saved-views': ['holders'],
    search: [],
    'test-clock': [],
    traces: ['holders', 'links', 'orders', 'payments', 'payouts', 'reconciliation'],
    verification: [],
    'four-eyes': ['holders'],
    'operator-mails': ['holders'],
    backups: ['holders'],
    webhooks: ['holders'],
    payouts: ['bank-files', 'holders'],
    links: ['holders', 'people'],
    members: ['holders', 'links'],
    payments: ['holders', 'providers'],
    'single-sign-on': ['holders', 'people', 'webhooks'],
    checkout: ['holders', 'payments', 'people', 'providers'],
    'bank-transfers': ['checkout', 'holders', 'orders', 'payments', 'wallets'],
    cash: ['holders', 'links', 'wallets'],
    orders: ['cash', 'links', 'payments'],
    refunds: ['bank-files', 'checkout', 'holders', 'orders', 'payments', 'providers'],
    settlements: ['explore', 'holders', 'links', 'orders'],
    shadow: ['links', 'orders', 'settlements'],
    wallets: ['bank-files', 'holders', 'links', 'payments', 'people', 'providers'],
    debts: ['holders', 'links', 'wallets'],
    'test-city': [
      ...['cash', 'holders', 'links', 'orders', 'payments', 'refunds', 'settlements', 'test-clock', 'wallets'],
    ],
    reconciliation: [
      ...['bank-files', 'bank-transfers', 'cash', 'debts', 'holders', 'links', 'payments', 'payouts', 'providers'],
      ...['refunds', 'wallets'],
    ],
    'payout-files': ['bank-files', 'holders', 'payouts', 'reconciliation', 'refunds', 'wallets'],
    'watched-files': ['bank-files', 'payout-files', 'reconciliation', 'statement-files'],
    'statement-files': ['bank-files', 'holders', 'reconciliation'],
    wording: ['checkout', 'settlements'],
    closing: ['api-keys', 'holders', 'links', 'members', 'payments', 'payout-files', 'payouts', 'people', 'webhooks'],
    notes: [],
    exceptions: ['backups', 'holders', 'notes', 'orders', 'payouts', 'reconciliation', 'settlements'],
    'event-catalog.ts': [
      ...['cash', 'debts', 'links', 'orders', 'payments', 'payouts', 'refunds', 'settlements', 'shadow', 'wallets'],
    ],
  },
  api: {
    shared: [],
    merchant: ['shared'],
    checkout: ['shared', 'merchant'],
    company: ['shared'],
    partner: ['shared', 'company'],
    operations: ['shared', 'merchant', 'partner'],
    providers: ['operations', 'partner'],
    console: ['shared', 'company', 'operations'],
    operator: ['shared', 'company', 'console'],
    dashboard: ['console', 'shared'],
    'interfaces.ts': ['checkout', 'console', 'merchant', 'operations', 'partner', 'providers'],
  },
};

const floorOf = (path: string): string => path.split('/')[0] as string;
const roomOf = (path: string): string => path.split('/')[1] as string;

function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
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

describe('floors', () => {
  it('every module stands on one', () => {
    expect(sources.map(({ path }) => path).filter((path) => !floors.includes(floorOf(path)))).toEqual([]);
  });

  it.each(floors)('%s imports what is below it', (floor) => {
    const below = floors.slice(0, floors.indexOf(floor) + 1);
    const wrong = sources
      .filter(({ path }) => floorOf(path) === floor)
      .flatMap(({ path, imports }) =>
        imports
          .filter((to) => !to.startsWith('../dashboard/') && !below.includes(floorOf(to)))
          .map((to) => `${path} → ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  it('only the commands that run a service build the dashboard; nothing else of it is imported', () => {
    const seers = sources.filter(({ imports }) => imports.some((to) => to.startsWith('../dashboard/')));
    expect(seers.map(({ path }) => path)).toEqual(['app/commands/opening.ts', 'app/commands/serve.ts']);
  });
});

describe.each(Object.entries(rooms))('%s', (floor, own) => {
  const here = sources.filter(({ path }) => floorOf(path) === floor);

  it('has these folders', () => {
    expect([...new Set(here.map(({ path }) => roomOf(path)))].sort()).toEqual(Object.keys(own).sort());
  });

  it('imports within the floor are those of the table, and each is needed', () => {
    const used = Object.fromEntries(Object.keys(own).map((room) => [room, new Set<string>()]));
    for (const { path, imports } of here) {
      for (const to of imports) {
        if (floorOf(to) === floor && roomOf(to) !== roomOf(path)) used[roomOf(path)]?.add(roomOf(to));
      }
    }
    const sorted = (lists: Record<string, Iterable<string>>) =>
      Object.fromEntries(Object.entries(lists).map(([room, to]) => [room, [...to].sort()]));
    expect(sorted(used)).toEqual(sorted(own));
  });

  it('has no circle of folders', () => {
    expect(findCycle(new Map(Object.entries(own).map(([room, to]) => [room, new Set(to)])))).toBeUndefined();
  });
});

describe('the dashboard', () => {
  const modules = readDashboard();
  /** From the bottom. What stands beside these folders starts the application. */
  const below: [string, string[]][] = [
    ['strings', []],
    ['api', []],
    ['ui', ['strings', 'api']],
    ['app', ['strings', 'api', 'ui']],
    ['screens', ['strings', 'api', 'ui', 'app']],
    ['routes', ['strings', 'api', 'ui', 'app', 'screens']],
  ];

  it('has these folders', () => {
    const folders = modules.filter(({ path }) => path.includes('/')).map(({ path }) => floorOf(path));
    expect([...new Set(folders)].sort()).toEqual(below.map(([folder]) => folder).sort());
  });

  it.each(below)('%s imports %j alone', (folder, allowed) => {
    const own = modules.filter(({ path }) => path.startsWith(`${folder}/`));
    const wrong = own.flatMap(({ path, imports }) =>
      imports.filter((to) => ![folder, ...allowed].includes(floorOf(to))).map((to) => `${path} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('takes the types of the API by their names', () => {
    const users = modules.filter(({ imports }) => imports.includes('api/api.generated.ts')).map(({ path }) => path);
    expect(users.filter((path) => !path.startsWith('api/'))).toEqual([]);
  });
});

describe('modules', () => {
  it('have no circle, not even for types', () => {
    expect(findCycle(new Map(sources.map(({ path, imports }) => [path, new Set(imports)])))).toBeUndefined();
  });

  it('all exist', () => {
    const outside = ['base/database/schema.generated.ts', '../dashboard/build.ts'];
    const known = new Set([...sources.map(({ path }) => path), ...outside]);
    expect(
      sources.flatMap(({ path, imports }) => imports.filter((to) => !known.has(to)).map((to) => `${path} → ${to}`)),
    ).toEqual([]);
  });

  it('see the entry of the built-in PostgreSQL only', () => {
    const seen = sources
      .filter(({ path }) => !path.startsWith('base/embedded-postgres/'))
      .flatMap(({ imports }) => imports.filter((to) => to.startsWith('base/embedded-postgres/')));
    expect([...new Set(seen)]).toEqual(['base/embedded-postgres/index.ts']);
  });
});

describe('a library stays where it belongs', () => {
  const homes: [library: string, folders: string[]][] = [
    ['fastify', ['api/', 'app/', 'base/tracing/', 'core/http/', 'core/pages/']],
    ['better-auth', ['features/people/']],
    ['openid-client', ['features/single-sign-on/']],
    ['nodemailer', ['core/mail/']],
    ['graphile-worker', ['base/database/', 'core/jobs/']],
    ['jose', ['api/merchant/', 'core/mail/']],
    ['stripe', ['features/providers/']],
    ['eta', ['core/pages/', 'features/settlements/']],
    ['commander', ['app/commands/']],
    ['ibantools', ['features/bank-files/']],
    ['aws4fetch', ['base/backups/']],
    ['age-encryption', ['base/backups/']],
    ['modern-tar', ['base/embedded-postgres/']],
    ['ipaddr.js', ['core/access/', 'features/webhooks/']],
    ['standardwebhooks', ['app/commands/', 'features/webhooks/']],
    ['prom-client', ['core/metrics/']],
    ['pg', ['app/', 'base/database/', 'base/embedded-postgres/', 'base/tracing/', 'core/jobs/', 'features/people/']],
  ];
  it.each(homes)('%s is imported by %j only', (library, folders) => {
    const users = sources.filter(({ packages }) => packages.includes(library)).map(({ path }) => path);
    expect(users).not.toEqual([]);
    expect(users.filter((path) => !folders.some((folder) => path.startsWith(folder)))).toEqual([]);
  });
});

const matching = (pattern: RegExp, within: string): SourceFile[] =>
  sources.filter(({ path, code }) => path.startsWith(within) && pattern.test(code));

describe('the server', () => {
  it('knows no address: interfaces are handed to core/http', () => {
    expect(matching(/['"`]\/[a-z]/, 'core/http/').map(({ path }) => path)).toEqual([]);
  });
});
