/**
 * The demo accounts of `start`: one company with its links, one shop, one customer, one operator, and thirty days of
 * test orders and payments. Safe to repeat and after a kill: what exists is found, what is missing is created.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { partnerBasePath } from '../../api/partner/interface.ts';
import { merchantBasePaths } from '../../api/shared/merchant-bases.ts';
import { type Clock, realNow } from '../../base/clock/clock.ts';
import { createDatabase, createPoolBeside, type Database } from '../../base/database/pool.ts';
import { prepareRepeated } from '../../base/database/prepare-repeated.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { HolderKind } from '../../core/access/roles.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { createRateWindows } from '../../core/processes/rate-windows.ts';
import { listKeys } from '../../features/api-keys/api-keys.repository.ts';
import { type Authenticator, createAuthenticator } from '../../features/api-keys/authenticate.ts';
import { createKey } from '../../features/api-keys/manage-keys.ts';
import { findPersonId, insertHolder } from '../../features/holders/holders.repository.ts';
import { insertMember, listMemberships } from '../../features/holders/members.repository.ts';
import { invite } from '../../features/links/invite.ts';
import { findLinks, insertLink, type Link } from '../../features/links/links.repository.ts';
import { createPeople, type People, type PeopleOptions } from '../../features/people/people.ts';
import { createTestClocks } from '../../features/test-clock/test-clocks.ts';
import { requestVerification } from '../../features/verification/verification-run.ts';
import { openCustomer } from '../../features/wallets/customer/open-customer.ts';
import { type Config, dataDirFiles } from '../config.ts';
import { makeBank } from './bank-history.ts';
import { makeColleagues } from './colleagues.ts';
import { demo, demoAdministrator, demoKey } from './demo-actors.ts';
import { ensureSecondFactor } from './demo-second-factor.ts';
import { makeHistory } from './history.ts';
import { isProduction } from './production.repository.ts';
import { brandShop } from './shop-branding.ts';

type DemoLogin = { email: string; password: string };
type MerchantKeys = { client_id: string; secret_id: string };
type CompanyKeys = { client_id: string; client_secret: string };
type DemoLink = { id: number; name: string };

/** The content of `demo.json`. */
export type DemoFacts = {
  origin: string;
  dashboard: string;
  base_url: string;
  partner_base_url: string;
  /** `second_factor`: the secret of the authenticator, in base32. */
  operator: DemoLogin & { second_factor: string };
  merchant: DemoLogin & { test: MerchantKeys; live: MerchantKeys };
  company: DemoLogin & {
    test: CompanyKeys;
    live: CompanyKeys;
    links: { merchant: DemoLink[]; courier: DemoLink[] };
  };
  customer: DemoLogin;
  restaurant: DemoLogin;
  courier: DemoLogin;
};

/** Settings of the service that the demo is for. */
type DemoSettings = Pick<Config, 'dataDir' | 'publicUrl'> & {
  secrets: PeopleOptions['secrets'];
  /** The addresses of a demo that is found stay as they are. */
  keepAddresses?: boolean;
};

const emails = {
  operator: 'operator@sluice.localhost',
  merchant: 'shop@sluice.localhost',
  company: 'delivery@sluice.localhost',
  customer: 'customer@sluice.localhost',
  restaurant: 'restaurant@sluice.localhost',
  courier: 'courier@sluice.localhost',
} as const;

const linkedNames: readonly { type: Link['type']; name: string; owner?: keyof typeof emails }[] = [
  { type: 'merchant', name: 'Demo Noodle Bar', owner: 'restaurant' },
  { type: 'merchant', name: 'Demo Pizzeria' },
  { type: 'merchant', name: 'Demo Bakery' },
  { type: 'courier', name: 'Demo Courier One', owner: 'courier' },
  { type: 'courier', name: 'Demo Courier Two' },
];

const passwordBytes = 12;
/** One each for the histories of the platform and the shop, and for what is made beside them. */
const connections = 4;
/** Nobody but the demo signs in here. */
const rateKeysMax = 100;

/**
 * Finds the demo of this data directory, or creates it, which takes seconds. It needs the database alone, so the service
 * can be built meanwhile.
 * @throws Error on a database for production. @returns its facts, and whether they were created now.
 */
export async function ensureDemo(
  pool: pg.Pool,
  settings: DemoSettings,
): Promise<{ facts: DemoFacts; created: boolean }> {
  const { dataDir, publicUrl, keepAddresses } = settings;
  const db = createDatabase(pool);
  const file = join(dataDir, dataDirFiles.demo);
  const addresses = {
    origin: publicUrl,
    dashboard: `${publicUrl}/`,
    base_url: `${publicUrl}${merchantBasePaths.api}`,
    partner_base_url: `${publicUrl}${partnerBasePath}`,
  };
  const found = await readFacts(file);
  if (found !== undefined && (await stillWorks(createAuthenticator(db), found))) {
    const facts = keepAddresses ? found : { ...found, ...addresses };
    if (found.origin !== facts.origin) await writeFacts(file, facts);
    return { facts, created: false };
  }
  if (await isProduction(db)) {
    throw new Error(
      'This database is for production: sluice serve has run on it, so no demo accounts are added. Use another DATABASE_URL or SLUICE_DATA_DIR.',
    );
  }
  const facts = await withParts(pool, settings, (parts) => makeDemo(parts, addresses, found));
  await writeFacts(file, facts);
  return { facts, created: true };
}

type DemoParts = { db: Database; clock: Clock; people: People };

/** As a service has them, on connections that end with the work. */
async function withParts<T>(
  service: pg.Pool,
  { publicUrl, secrets }: DemoSettings,
  work: (parts: DemoParts) => Promise<T>,
): Promise<T> {
  const pool = prepareRepeated(createPoolBeside(service, { connections }));
  const db = createDatabase(pool);
  const people = createPeople({
    pool,
    publicUrl,
    secrets,
    newWindow: createRateWindows({ db, keysMax: rateKeysMax }).window,
    onConfirmed: openCustomer,
  });
  try {
    return await work({ db, clock: createTestClocks(db), people });
  } finally {
    await pool.end();
  }
}

async function readFacts(file: string): Promise<DemoFacts | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoFacts;
  } catch {
    return undefined;
  }
}

/** Writes the whole file or nothing, readable by its owner only: it contains secrets. */
async function writeFacts(file: string, facts: DemoFacts): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Whether the file's keys still work: it may be older than the database or this version, or belong to another. */
async function stillWorks(authenticator: Authenticator, facts: DemoFacts): Promise<boolean> {
  if (facts.operator.second_factor === undefined || facts.courier === undefined) return false;
  try {
    const { client_id, client_secret } = facts.company.test;
    const { client_id: shopId, secret_id } = facts.merchant.test;
    const company = await authenticator.checkPair(client_id, client_secret, 'company');
    const merchant = await authenticator.checkPair(shopId, secret_id, 'merchant');
    return company.ok && merchant.ok;
  } catch {
    return false;
  }
}

async function makeDemo(
  parts: DemoParts,
  addresses: Pick<DemoFacts, 'origin' | 'dashboard' | 'base_url' | 'partner_base_url'>,
  before: Partial<DemoFacts> | undefined,
): Promise<DemoFacts> {
  const { db } = parts;
  const person = (name: string, account: keyof typeof emails) =>
    ensurePerson(parts, name, emails[account], before?.[account]?.password);
  // Passwords are slow to hash, so all are hashed at once.
  const [operator, merchant, company, customer, restaurant, courier] = await Promise.all([
    person('Demo Operator', 'operator'),
    person('Demo Shopkeeper', 'merchant'),
    person('Demo Dispatcher', 'company'),
    person('Demo Customer', 'customer'),
    person('Demo Restaurateur', 'restaurant'),
    person('Demo Courier', 'courier'),
  ]);
  const logins = { operator, merchant, company, customer, restaurant, courier };
  await inTransaction(db, (tx) => insertMember(tx, serviceHolderId, operator.personId, 'administrator'));
  const shopId = await ensureHolder(parts, 'merchant', 'Demo Shop', emails.merchant);
  const companyId = await ensureHolder(parts, 'company', 'Demo Delivery', emails.company);
  const customerId = await ensureHolder(parts, 'customer', 'Demo Customer', emails.customer);
  const links = await ensureLinks(parts, companyId);
  const personOf = (account: keyof typeof logins) => logins[account].personId;
  const accounts = { companyId, shopId, customerId, links, personOf };
  // Keys are created last: a company with keys has its whole history.
  const hasPast = (await listKeys(db, companyId)).length > 0;
  const [secret] = await Promise.all([
    ensureSecondFactor(parts, operator.personId, operator.login),
    hasPast ? undefined : makePast(parts, accounts, addresses.origin),
  ]);

  const companyKeys = async (mode: Mode): Promise<CompanyKeys> => {
    const pair = await createKey(demo, { db }, companyId, mode, 'Demo');
    return { client_id: pair.clientId, client_secret: pair.clientSecret };
  };
  const shopKeys = async (mode: Mode): Promise<MerchantKeys> => {
    const pair = await createKey(demo, { db }, shopId, mode, 'Demo');
    return { client_id: pair.clientId, secret_id: pair.clientSecret };
  };
  const shown = (type: Link['type']): DemoLink[] =>
    links.filter((link) => link.type === type).map(({ id, name }) => ({ id: Number(id), name }));
  return {
    ...addresses,
    operator: { ...logins.operator.login, second_factor: secret },
    merchant: { ...logins.merchant.login, test: await shopKeys('test'), live: await shopKeys('live') },
    company: {
      ...logins.company.login,
      test: await companyKeys('test'),
      live: await companyKeys('live'),
      links: { merchant: shown('merchant'), courier: shown('courier') },
    },
    customer: logins.customer.login,
    restaurant: logins.restaurant.login,
    courier: logins.courier.login,
  };
}

type Accounts = {
  companyId: bigint;
  shopId: bigint;
  customerId: bigint;
  links: readonly Link[];
  personOf: (account: keyof typeof emails) => string;
};

/** Everything that happened before today, and who and what is around it. */
async function makePast(parts: DemoParts, accounts: Accounts, publicUrl: string): Promise<void> {
  const { companyId, shopId, customerId, links, personOf } = accounts;
  const payeeOf = (owner: 'restaurant' | 'courier') => {
    const name = linkedNames.find((one) => one.owner === owner)?.name;
    const link = links.find((one) => one.name === name) as Link;
    return { holderId: link.holderId, personId: personOf(owner), link: link.id };
  };
  const dispatcherId = personOf('company');
  const shopkeeperId = personOf('merchant');
  const deps = { ...parts, publicUrl, now: realNow };
  await Promise.all([
    makeHistory(parts, {
      companyId,
      dispatcherId,
      restaurant: payeeOf('restaurant'),
      courier: payeeOf('courier'),
      shopId,
      shopkeeperId,
      customerId,
      links,
    }),
    makeColleagues(deps, { companyId, shopId, dispatcherId }),
    brandShop(parts, shopId, shopkeeperId),
  ]);
  await makeBank(deps, {
    company: { holderId: companyId, personId: dispatcherId },
    customer: { holderId: customerId, personId: personOf('customer') },
    operatorId: personOf('operator'),
  });
  await ensureInvitation(parts, companyId, publicUrl);
  // Run as soon as the service takes jobs.
  await inTransaction(parts.db, (tx) =>
    requestVerification(demoAdministrator(personOf('operator'), realNow()), tx, 'full'),
  );
}

/** Keeps the password that `demo.json` had before, and gives a new one only when that was lost. */
async function ensurePerson(
  { db, people }: DemoParts,
  name: string,
  email: string,
  known: string | undefined,
): Promise<{ login: DemoLogin; personId: string }> {
  const password = known ?? randomBytes(passwordBytes).toString('base64url');
  const personId = await findPersonId(db, email);
  if (personId === undefined) {
    const made = await people.signUp(demo, { name, email, password, emailVerified: true });
    return { login: { email, password }, personId: made.personId };
  }
  await people.setPassword(demo, personId, password);
  return { login: { email, password }, personId };
}

async function ensureHolder({ db }: DemoParts, kind: HolderKind, name: string, email: string): Promise<bigint> {
  return inTransaction(db, async (tx) => {
    const personId = (await findPersonId(tx, email)) as string;
    const found = (await listMemberships(tx, personId)).find((one) => one.kind === kind);
    if (found !== undefined) return found.holderId;
    const holderId = await insertHolder(tx, kind, name);
    await insertMember(tx, holderId, personId, 'owner');
    return holderId;
  });
}

async function ensureLinks({ db }: DemoParts, companyId: bigint): Promise<Link[]> {
  return inTransaction(db, async (tx) => {
    const found = await findLinks(tx, companyId, undefined);
    for (const { type, name } of found.length > 0 ? [] : linkedNames) {
      const holderId = await insertHolder(tx, type, name);
      await insertLink(tx, companyId, { holderId, type, name });
    }
    const links = await findLinks(tx, companyId, undefined);
    for (const { name, owner } of linkedNames) {
      const link = links.find((one) => one.name === name);
      if (owner === undefined || link === undefined) continue;
      const personId = (await findPersonId(tx, emails[owner])) as string;
      const isOwner = (await listMemberships(tx, personId)).some(({ holderId }) => holderId === link.holderId);
      if (!isOwner) await insertMember(tx, link.holderId, personId, 'owner');
    }
    return links;
  });
}

/** Invites the customer as a courier too, so that the mailbox has a mail to open. */
async function ensureInvitation({ db, clock }: DemoParts, companyId: bigint, publicUrl: string): Promise<void> {
  const asked = { email: emails.customer, type: 'courier', name: 'Demo Courier Three' } as const;
  const actor = demoKey(companyId, 'company');
  await inTransaction(db, (tx) => invite(actor, tx, { db, clock, publicUrl, now: realNow }, companyId, asked));
}
