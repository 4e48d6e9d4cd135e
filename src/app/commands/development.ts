/**
 * What only `start` has: a generated secret, the demo's logins, and pages that stand in for a shop. Must never be part of
 * `serve`.
 */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { demoLoginsPath } from '../../api/dashboard/addresses.ts';
import { serviceAnswers } from '../../api/operations/answers.ts';
import { Text } from '../../base/schemas/parts.ts';
import { jsonAnswer } from '../../core/http/answers.ts';
import { newSealKey } from '../../core/seals/seal-keys.ts';
import { dataDirFiles, developmentSecretPrefix } from '../config.ts';
import type { DemoFacts } from '../demo/demo.ts';
import { codesOf } from '../demo/demo-second-factor.ts';
import { developmentPage, type MailboxDeps, mailboxPages, sendDevelopmentPage } from './mailbox.ts';

const secretBytes = 33;

/** The data directory's own secret, generated on the first start and readable by its owner only. */
export const developmentSecret = (dataDir: string): Promise<string> =>
  generated(
    dataDir,
    dataDirFiles.secret,
    () => developmentSecretPrefix + randomBytes(secretBytes).toString('base64url'),
  );

/** Likewise the key that signs seals, in PEM. */
export const developmentSealKey = (dataDir: string): Promise<string> =>
  generated(dataDir, dataDirFiles.sealKey, newSealKey);

async function generated(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name);
  const found = await readIfThere(file);
  if (found !== undefined) return found;
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${make().trim()}\n`, { mode: 0o600, flush: true });
  // A whole file or none, and of two processes the first one's.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const DemoLogins = Type.Array(
  Type.Object({
    account: Text('customer'),
    email: Text('customer@sluice.localhost'),
    password: Text('NVAUyYIlfM1b'),
    codes: Type.Array(Text('123456')),
  }),
);

const demoAccounts = ['company', 'merchant', 'restaurant', 'courier', 'customer', 'operator'] as const;

function demoLoginsRoute(app: FastifyInstance, facts: () => DemoFacts | undefined): void {
  const response = serviceAnswers({ 200: jsonAnswer(DemoLogins, 'The demo accounts') });
  app.get(demoLoginsPath, { schema: { hide: true, response } }, async () => {
    const known = facts();
    if (known === undefined) return [];
    const codes = codesOf(known.operator.second_factor);
    return demoAccounts.map((account) => {
      const { email, password } = known[account];
      return { account, email, password, codes: account === 'operator' ? codes : [] };
    });
  });
}

/** Where a customer of the demo's shop comes back to. */
const shopPages = [
  {
    path: '/dev/return',
    title: 'Back at the shop: paid',
    text: 'The customer has paid, and the shop thanks them here.',
  },
  {
    path: '/dev/cancel',
    title: 'Back at the shop: canceled',
    text: 'The customer has canceled. The shop shows the cart again.',
  },
] as const;

/**
 * The mailbox, the demo's logins for the front page, and the return page of the demo shop, which shows what a shop would
 * receive. @param deps.facts the demo's facts, undefined until they are known.
 */
export function developmentPages(
  app: FastifyInstance,
  deps: MailboxDeps & { facts: () => DemoFacts | undefined },
): void {
  mailboxPages(app, deps);
  demoLoginsRoute(app, deps.facts);
  for (const page of shopPages) {
    app.get(page.path, { schema: developmentPage }, async (request, reply) => {
      const query = new URL(request.raw.url ?? '', 'http://localhost').searchParams;
      return sendDevelopmentPage(reply, 'return', { ...page, pairs: [...query] });
    });
  }
}
