/**
 * Operations of the people's API, each as someone who may do it, with the requests that the permissions are tested with;
 * and those of a visitor and of a person's own account, one after the other.
 */
import type { LightMyRequestResponse } from 'fastify';
import { rowOf } from '../../src/core/access/permissions.ts';
import { password } from '../fixtures/account.ts';
import type { ConsoleWorld } from '../fixtures/console.ts';
import { type ConsoleBrowser, createConsoleBrowser } from '../fixtures/console-browser.ts';
import { type Example, examples } from '../fixtures/console-examples.ts';
import { createPasskeyDevice } from '../fixtures/passkey-device.ts';
import { authenticatorCode } from '../fixtures/people.ts';
import { inAddress, type Operation, type Seen, send } from './calls.ts';
import { playObjects } from './console-objects.ts';
import type { Sent } from './scenario.ts';

/** Ends the session that the others need. */
const last = 'deleteSession';
/** Shown by a visitor, who has one account: each lists what the person may do there. */
const ofVisitor = 'getSession';

/** Calls that end something run last, so that the others still find what they need. */
const isEnd = (id: string): boolean => /End|Remove|Revoke|Leave|Suspend|Cancel|delete/.test(id);

export async function playConsole(world: ConsoleWorld, operations: readonly Operation[], seen: Seen): Promise<void> {
  await world.join(world.own.holderId, 'owner');
  await world.takeRole([world.own.holderId], 'owner');
  await world.takeRole([world.service], 'administrator');
  const ids = Object.keys(examples).filter((id) => id !== last && id !== ofVisitor);
  const playAll = async (some: readonly string[]) => {
    for (const id of some) {
      const operation = operations.find((one) => one.id === id) as Operation;
      // A second factor counts for ten minutes.
      await world.passedSecondFactor(0);
      for (const example of examples[id] ?? []) await play(world, operation, example, seen);
    }
  };
  await playAll([...ids.filter((one) => !isEnd(one)), ...ids.filter(isEnd)]);
  await playObjects(world, operations, seen);
  await playAll([last]);
}

async function play(world: ConsoleWorld, operation: Operation, example: Example, seen: Seen): Promise<void> {
  const objects = world.own.test;
  const mode = example.onlyIn ?? 'test';
  const { params, query, body, bytes } = await (example.fresh?.(objects, world) ?? example.request(objects));
  const holderId = holderIdOf(world, example);
  const sent: Sent = {
    ...(params === undefined ? {} : { path: params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(bytes === undefined ? {} : { bytes }),
  };
  const headers = {
    cookie: world.cookie,
    'sec-fetch-site': 'same-origin',
    'sluice-mode': mode,
    ...(holderId === null ? {} : { 'sluice-holder': String(holderId) }),
  };
  const answer = await send(world.app, operation, sent, headers);
  if (answer.statusCode < 300) seen(operation, sent, answer);
  await example.after?.(world, holderId ?? 0n, example.of === 'service' ? 'administrator' : 'owner');
}

function holderIdOf(world: ConsoleWorld, { of = 'company', action }: Example): bigint | null {
  if (of === 'anyone') return null;
  if (of === 'service') return world.service;
  const kind = of === 'holder' || of === 'account' ? (rowOf(action).of[0] ?? 'company') : of;
  if (kind === 'company') return world.own.holderId;
  return world[kind];
}

/** What a visitor and a person on their own profile do. */
export async function playVisitor(
  { account }: ConsoleWorld,
  operations: readonly Operation[],
  seen: Seen,
): Promise<void> {
  const email = 'grace@example.com';
  const find = (id: string): Operation => operations.find((one) => one.id === id) as Operation;
  const show = async (browser: ConsoleBrowser, id: string, sent: Sent = {}): Promise<LightMyRequestResponse> => {
    const operation = find(id);
    const path = inAddress(operation.path, sent.path).replace(/^\/api\/v1/, '');
    const answer = await browser.call(operation.method as 'GET', path, sent.body as object | undefined);
    if (answer.statusCode >= 300) throw new Error(`${id} was answered ${answer.statusCode}: ${answer.body}`);
    seen(operation, sent, answer);
    return answer;
  };
  const visitor = createConsoleBrowser(account.app, '198.51.100.7');
  await show(visitor, 'createSignUp', { body: { name: 'Grace Hopper', email, password } });
  await show(visitor, 'remindSignUp', { body: { email } });
  await account.deliver();
  const token = await account.linkToken(email);
  await show(visitor, 'checkMailedLink', { body: { kind: 'sign_up', token } });
  await show(visitor, 'confirmSignUp', { body: { token, password } });
  await show(visitor, 'requestPasswordReset', { body: { email } });
  await account.deliver();
  const reset = await account.linkToken(email);
  const newPassword = 'another horse battery';
  await show(visitor, 'confirmPasswordReset', { body: { token: reset, password: newPassword } });
  const person = createConsoleBrowser(account.app, '198.51.100.8');
  await show(person, 'createSession', { body: { email, password: newPassword } });
  await show(person, 'changeProfile', { body: { name: 'Grace B. Hopper' } });
  await show(person, 'changePassword', { body: { current_password: newPassword, new_password: password } });
  await show(person, ofVisitor);
  const other = createConsoleBrowser(account.app, '198.51.100.9');
  await other.signIn(email, password);
  const sessions = (await show(person, 'listSessions')).json().data as { id: string; current: boolean }[];
  await show(person, 'endSession', { path: { id: sessions.find(({ current }) => !current)?.id ?? '' } });
  await show(person, 'endOtherSessions');
  await playPasskey(show, person, createConsoleBrowser(account.app, '198.51.100.10'));
  const { secret } = (await show(person, 'beginSecondFactor', { body: { password } })).json().data;
  const code = (step: number) => authenticatorCode(secret, step);
  const on = await show(person, 'confirmSecondFactor', { body: { code: code(0) } });
  const [first = '', second = ''] = on.json().data.recovery_codes as string[];
  await passWith(first);
  await account.pool.query(`update people set second_factor_at = now() - interval '2 days' where email = $1`, [email]);
  await show(person, 'freshenSession', { body: { code: code(1) } });
  const renewed = await show(person, 'renewRecoveryCodes', { body: { password, code: second } });
  const [unused = ''] = renewed.json().data.recovery_codes as string[];
  await show(person, 'endSecondFactor', { body: { password, code: unused } });
  await show(person, 'requestLimitLift', { body: { email } });
  await account.deliver();
  await show(person, 'confirmLimitLift', { body: { token: await account.linkToken(email) } });
  await show(person, 'getErasure');
  await show(person, 'eraseAccount', { body: { password } });

  async function passWith(codeGiven: string): Promise<void> {
    const browser = createConsoleBrowser(account.app, '198.51.100.10');
    await browser.signIn(email, password);
    await show(browser, 'passSecondFactor', { body: { code: codeGiven } });
  }
}

type Show = (browser: ConsoleBrowser, id: string, sent?: Sent) => Promise<LightMyRequestResponse>;

/** One that is added, signs in elsewhere, confirms here, and is removed. */
async function playPasskey(show: Show, person: ConsoleBrowser, elsewhere: ConsoleBrowser): Promise<void> {
  const device = createPasskeyDevice();
  const begun = (await show(person, 'beginPasskey', { body: { password } })).json().data;
  const made = { name: 'Work laptop', credential: asSent(device.create(begun)) };
  const { id } = (await show(person, 'addPasskey', { body: made })).json().data;
  for (const [browser, use] of [
    [elsewhere, 'signInWithPasskey'],
    [person, 'freshenSessionWithPasskey'],
  ] as const) {
    const asked = (await show(browser, 'beginPasskeySignIn', { body: {} })).json().data;
    await show(browser, use, { body: { credential: asSent(device.use(asked)) } });
  }
  await show(person, 'listPasskeys');
  await show(person, 'removePasskey', { path: { id }, body: { password } });
}

/** Without what the service does not read. */
const asSent = ({ id, rawId, type, response }: { id: string; rawId: string; type: string; response: object }) => ({
  id,
  rawId,
  type,
  response,
});
