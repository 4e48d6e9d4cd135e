/**
 * Sets, changes and removes an account's own sign-in provider. Whoever runs it can sign in as every member of the account, and
 * nowhere else: who leads the account is mailed of each change.
 */
import { randomBase62 } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { notifyPerson } from '../../core/events/events.repository.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { listOperators, listReadersThatMay } from '../holders/addresses.ts';
import { type HolderRow, lockHolder } from '../holders/holders.repository.ts';
import { discover } from './discover.ts';
import { providerMail } from './provider-mails.ts';
import {
  deleteProvider,
  findProviderOf,
  forgetSubjects,
  listPeopleIn,
  lockProvider,
  type SignInProvider,
  upsertProvider,
} from './sign-in-providers.repository.ts';
import type { SingleSignOnDeps } from './single-sign-on-deps.ts';

const idBytes = 24;

/** `secret`: undefined to keep the one there is. */
type ProviderRequest = {
  issuer: string;
  clientId: string;
  secret?: string | undefined;
  isSecondFactor: boolean;
};

/** Asks the provider for its configuration first. @throws AppError as `authorize`; `validation_failed`. */
export async function setProvider(
  actor: PersonActor,
  deps: SingleSignOnDeps,
  holderId: bigint,
  request: ProviderRequest,
): Promise<SignInProvider> {
  authorize(actor, 'single_sign_on.change', { holderId, mode: null });
  const { clientId, isSecondFactor } = request;
  const secret = request.secret ?? (await keptSecret(deps, holderId, request));
  const found = await discover(deps.providerFetch, { holderId, ...request, secret });
  const { issuer } = found.serverMetadata();

  return inTransaction(deps.db, async (tx) => {
    const { holder, before } = await lock(tx, holderId);
    const { sealed, keyId } = deps.providerSecrets.seal(secret);
    const id = before?.id ?? randomBase62(idBytes);
    const provider = { id, holderId, issuer, clientId, sealed, keyId, isSecondFactor };
    const isOther = before !== undefined && (before.issuer !== issuer || before.clientId !== clientId);

    if (isOther) await endSessions(tx, before.id, () => forgetSubjects(tx, before.id));
    await upsertProvider(tx, provider);
    await record(actor, tx, holder, { before, after: provider });
    return provider;
  });
}

/** Ends the sessions that it opened. @throws AppError as `authorize`; `not_found`. */
export async function removeProvider(actor: PersonActor, deps: SingleSignOnDeps, holderId: bigint): Promise<void> {
  authorize(actor, 'single_sign_on.change', { holderId, mode: null });
  await inTransaction(deps.db, async (tx) => {
    const { holder, before } = await lock(tx, holderId);
    if (before === undefined) throw new AppError('not_found', { message: 'The account has no sign-in provider.' });

    await endSessions(tx, before.id, () => deleteProvider(tx, before.id));
    await record(actor, tx, holder, { before, after: undefined });
  });
}

/** A secret is sent to nobody but the issuer and the client that it was given for. */
async function keptSecret(
  { db, providerSecrets }: SingleSignOnDeps,
  holderId: bigint,
  { issuer, clientId }: ProviderRequest,
): Promise<string> {
  const present = await findProviderOf(db, holderId);
  const isSame = present?.clientId === clientId && URL.parse(present.issuer)?.href === URL.parse(issuer)?.href;
  const secret = isSame ? providerSecrets.open(present) : undefined;
  if (secret === undefined) throw invalidField('client_secret', 'is missing');
  return secret;
}

/** The account first, so that two people who set up its first provider take turns. */
async function lock(tx: Tx, holderId: bigint): Promise<{ holder: HolderRow; before: SignInProvider | undefined }> {
  const holder = await lockHolder(tx, holderId);
  if (holder === undefined) throw new AppError('not_found');
  return { holder, before: await lockProvider(tx, holderId) };
}

async function endSessions(tx: Tx, providerId: string, end: () => Promise<void>): Promise<void> {
  const people = await listPeopleIn(tx, providerId);
  await end();
  for (const personId of people) await notifyPerson(tx, personId);
}

type Change = { before: SignInProvider | undefined; after: SignInProvider | undefined };

async function record(actor: PersonActor, tx: Tx, holder: HolderRow, { before, after }: Change): Promise<void> {
  const { id: holderId } = holder;
  await appendAudit(actor, tx, {
    action: 'single_sign_on.change',
    holderId,
    mode: null,
    object: { kind: 'holder', id: String(holderId) },
    before: factsOf(before),
    after: factsOf(after),
  });
  const leads =
    holder.kind === 'service'
      ? await listOperators(tx, 'administrator')
      : await listReadersThatMay(tx, holderId, 'single_sign_on.change');
  for (const lead of leads)
    await queueMail(tx, lead, (words) => providerMail(words, { team: holder, issuer: after?.issuer ?? null }));
}

const factsOf = (provider: SignInProvider | undefined) =>
  provider === undefined
    ? null
    : { issuer: provider.issuer, client: provider.clientId, isSecondFactor: provider.isSecondFactor };
