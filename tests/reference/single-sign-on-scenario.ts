/** An account's own sign-in provider, and the operator's: set, used and removed. Shown as if it were on the internet. */
import type { LightMyRequestResponse } from 'fastify';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { ConsoleWorld } from '../fixtures/console.ts';
import { visitWith } from '../fixtures/people.ts';
import { clientId, clientSecret, createSignInProvider } from '../fixtures/sign-in-provider.ts';
import { type Operation, type Seen, send } from './calls.ts';
import type { Sent } from './scenario.ts';

const shownIssuer = 'https://login.example.com';

export async function playSingleSignOn(
  world: ConsoleWorld,
  operations: readonly Operation[],
  seen: Seen,
): Promise<void> {
  const idp = await createSignInProvider();
  const { account, own, service } = world;
  await world.join(own.holderId, 'owner');
  await world.takeRole([own.holderId], 'owner');
  await world.takeRole([service], 'administrator');
  await world.passedSecondFactor(0);
  const shown = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(idp.issuer, shownIssuer));

  async function show(id: string, sent: Sent, holderId?: bigint, cookie = world.cookie) {
    const operation = operations.find((one) => one.id === id) as Operation;
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(holderId === undefined ? {} : { 'sluice-holder': String(holderId) }),
    };
    const answer = await send(world.app, operation, sent, headers);
    if (answer.statusCode >= 300) throw new Error(`${id} was answered ${answer.statusCode}: ${answer.body}`);
    const { statusCode, headers: answered } = answer;
    const body = shown(answer.json());
    seen(operation, shown(sent), { statusCode, headers: answered, json: () => body } as LightMyRequestResponse);
    return answer.json().data;
  }

  try {
    const body = { issuer: idp.issuer, client_id: clientId, client_secret: clientSecret, second_factor: true };
    await show('operatorSetSingleSignOn', { body }, service);
    await show('operatorGetSingleSignOn', {}, service);
    await show('operatorRemoveSingleSignOn', {}, service);
    const { provider } = await show('consoleSetSingleSignOn', { body }, own.holderId);
    await show('consoleGetSingleSignOn', {}, own.holderId);
    const id = provider.start_address.split('/').at(-1);
    await show('beginProviderSignIn', { body: { provider: id, next: '/' } });
    const { rows } = await world.pool.query('select person_id as id from members where holder_id = $1', [service]);
    const of = { personId: rows[0].id, providerId: id };
    const cookies = await inTransaction(world.db, (tx) => account.people.beginAccountSession(tx, visitWith(), of));
    await show('freshenSessionAtProvider', {}, undefined, cookies.map((one) => one.split(';', 1)[0]).join('; '));
    await show('consoleRemoveSingleSignOn', {}, own.holderId);
  } finally {
    await idp.close();
  }
}
