/** `sluice operator|company|merchant create`: who runs the service, and the first who use it. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { operatorRoles } from '../../core/access/roles.ts';
import { createRateWindow } from '../../core/http/rate-window.ts';
import { createKey } from '../../features/api-keys/manage-keys.ts';
import { addOperator } from '../../features/holders/add-operator.ts';
import { createHolder } from '../../features/holders/create-holder.ts';
import type { OpenedAccount } from '../../features/people/open-account.ts';
import { createPeople, type People } from '../../features/people/people.ts';
import { requestReset } from '../../features/people/reset-second-factor.ts';
import { type Config, readConfig } from '../config.ts';
import { showPair } from './keys.ts';
import { say, sayJson } from './output.ts';
import { shellActor } from './shell-actor.ts';
import { withPool } from './with-database.ts';

type OperatorOptions = { email: string; name?: string; role: string; json?: boolean };

export async function createOperatorCommand(options: OperatorOptions): Promise<void> {
  const role = operatorRoles.find((one) => one === options.role);
  if (role === undefined) throw new Error(`--role must be one of ${operatorRoles.join(', ')}.`);
  const config = readConfig(process.env);
  const account = await withPeople(config, async (db, people) => {
    const opened = await openAccount(people, config, options.email, options.name);
    await inTransaction(db, (tx) => addOperator(shellActor(), tx, opened.personId, role));
    return opened;
  });
  if (options.json) return sayJson({ email: account.email, role, link: account.link ?? null });
  say(`${account.email} is now an operator (${role}).`);
  say(describeLink(account, config));
}

/** It takes effect a day later, unless the person uses the factor meanwhile. */
export async function resetSecondFactorCommand({ email, reason }: { email: string; reason: string }): Promise<void> {
  await withPool((db) => inTransaction(db, (tx) => requestReset(shellActor(), tx, email, reason)));
  say(
    `The second factor of ${email} will be reset in 24 hours. Signing in with it, or with a recovery code, stops the reset.`,
  );
}

type HolderOptions = { name: string; owner: string; ownerName?: string; liveKeys?: boolean; json?: boolean };

export const createCompanyCommand = (options: HolderOptions): Promise<void> => create('company', options);
export const createMerchantCommand = (options: HolderOptions): Promise<void> => create('merchant', options);

async function create(kind: 'company' | 'merchant', options: HolderOptions): Promise<void> {
  const config = readConfig(process.env);
  const actor = shellActor();
  const { account, holderId, pair } = await withPeople(config, async (db, people) => {
    const account = await openAccount(people, config, options.owner, options.ownerName);
    const wanted = { kind, name: options.name, ownerId: account.personId };
    const holderId = await inTransaction(db, (tx) => createHolder(actor, tx, wanted));
    const pair = options.liveKeys ? await createKey(actor, { db }, holderId, 'live') : undefined;
    return { account, holderId, pair };
  });
  if (options.json) {
    const keys = pair && { client_id: pair.clientId, client_secret: pair.clientSecret };
    return sayJson({ holder: holderId, owner: account.email, link: account.link ?? null, ...keys });
  }
  say(`${options.name.trim()} is ${kind} ${holderId}, owned by ${account.email}.`);
  say(describeLink(account, config));
  if (pair !== undefined) showPair(pair, false);
}

const openAccount = (people: People, { smtp }: Config, email: string, name: string | undefined) =>
  people.openAccount(shellActor(), {
    email,
    name: name ?? (email.split('@')[0] as string),
    mailed: smtp !== undefined,
  });

function describeLink({ email, link }: OpenedAccount, { smtp }: Config): string {
  if (link === undefined) return `${email} already has an account and signs in as before.`;
  if (smtp === undefined) return `Choose a password within 24 hours, with this link (it works once): ${link}`;
  return `The running service emails ${email} a link to choose a password. It works for 24 hours.`;
}

/** Nothing that the secret seals is read or written here, so a command without it works too. */
function withPeople<T>(config: Config, work: (db: Database, people: People) => Promise<T>): Promise<T> {
  return withPool((db, pool) =>
    work(
      db,
      createPeople({
        pool,
        publicUrl: config.publicUrl,
        secrets: [config.secret ?? randomBytes(32).toString('base64url')],
        newWindow: (windowMs) => createRateWindow({ windowMs, keysMax: 1 }),
        onConfirmed: async () => {},
      }),
    ),
  );
}
