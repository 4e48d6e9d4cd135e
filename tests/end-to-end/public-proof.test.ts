/** The public proof: nobody but an administrator publishes it, and what anyone reads then is true and names nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runVerification } from '../../src/core/ledger/run-verification.ts';
import { makeSeals } from '../../src/core/seals/make-seals.ts';
import { newSealKey, readSealKeys } from '../../src/core/seals/seal-keys.ts';
import { judgeProof } from '../../src/features/verification/judge-proof.ts';
import { type ConsoleWorld, createConsoleWorld } from '../fixtures/console.ts';

const addresses = ['/proof', '/proof/badge.svg', '/proof.json'];
let world: ConsoleWorld;

beforeAll(async () => {
  world = await createConsoleWorld();
  await world.takeRole([world.service], 'administrator');
});
beforeEach(async () => {
  await world.passedSecondFactor(0);
  await world.account.owner.query('delete from public_proof');
  await world.account.owner.query('delete from ledger_verifications');
});
afterAll(() => world.close());

const read = (url: string) =>
  world.app.inject({ url, headers: { accept: url.endsWith('.json') ? 'application/json' : 'text/html' } });
const textOf = async (): Promise<string> =>
  (await read('/proof')).body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

async function ask(method: 'GET' | 'POST', step = '') {
  const answer = await world.app.inject({
    method,
    url: `/api/v1/operator/public-proof${step}`,
    headers: {
      cookie: world.cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(world.service),
      'sluice-mode': 'test',
    },
  });
  const { data, error } = answer.json();
  return { status: answer.statusCode, data, error };
}

const entries = async (): Promise<number> =>
  (await world.pool.query(`select count(*)::int as n from audit_log where action = 'books.publish'`)).rows[0].n;

describe('the switch', () => {
  it('is off at first, and on until it is withdrawn: nothing is at these addresses without it', async () => {
    await runVerification(world.db, { full: true });
    expect(await ask('GET')).toMatchObject({ status: 200, data: { is_public: false } });
    for (const url of addresses) expect((await read(url)).statusCode, url).toBe(404);

    const before = await entries();
    const published = await ask('POST', '/publish');
    expect(published).toMatchObject({ status: 200, data: { is_public: true, changed: { by: { kind: 'person' } } } });
    expect(published.data.page_url).toMatch(/\/proof$/);
    for (const url of addresses) expect((await read(url)).statusCode, url).toBe(200);

    // What is so already is not done again.
    expect((await ask('POST', '/publish')).status).toBe(200);
    expect(await entries()).toBe(before + 1);
    expect(await ask('POST', '/withdraw')).toMatchObject({ status: 200, data: { is_public: false } });
    expect(await entries()).toBe(before + 2);
    for (const url of addresses) expect((await read(url)).statusCode, url).toBe(404);
  });

  it('needs a second factor that was passed lately', async () => {
    await world.passedSecondFactor(11);
    expect(await ask('POST', '/publish')).toMatchObject({ status: 403, error: { code: 'second_factor_required' } });
    expect((await read('/proof')).statusCode).toBe(404);
  });
});

describe('what anyone reads', () => {
  beforeEach(() => ask('POST', '/publish'));

  it('says that nothing was verified yet', async () => {
    expect(await textOf()).toContain('The books haven’t been verified yet');
    expect((await read('/proof/badge.svg')).body).toContain('not verified yet');
    expect((await read('/proof.json')).statusCode).toBe(404);
  });

  it('says which checks passed over how many rows, without a name or an amount', async () => {
    await runVerification(world.db, { full: true });
    const { checks } = (await read('/proof.json')).json().verification;
    const text = await textOf();
    expect(text).toContain('The books balance');
    expect(text).toContain(`${checks.length} of ${checks.length} checks passed over `);
    for (const { name } of checks) expect(text).toContain(name);
    const { rows } = await world.pool.query('select name from holders where id > 1 union select name from people');
    for (const { name } of rows) expect(text, name).not.toContain(name);
    expect(text).not.toMatch(/\b(EUR|USD|GBP|JPY)\b/);
    expect((await read('/proof/badge.svg')).body).toMatch(/books: balanced \d{1,2} \w{3} \d{4}/);
  });

  it('hands out a signed document without sums that anyone can verify', async () => {
    await runVerification(world.db, { full: true });
    await makeSeals({ db: world.db, keys: readSealKeys(newSealKey()), eventDays: 90 });
    const answer = await read('/proof.json');
    expect(answer.headers['content-disposition']).toMatch(/filename="sluice-proof-\d{4}-\d\d-\d\d\.json"/);
    const { proof, problems } = judgeProof(answer.rawPayload, undefined);
    expect(problems).toEqual([]);
    expect(proof).toMatchObject({ totals: [], verification: { balanced: true }, seal: expect.any(String) });
    expect(await textOf()).toContain(proof?.seal);
    expect(await textOf()).toContain(proof?.key);
  });

  it('says what failed, and how often, but not where', async () => {
    await runVerification(world.db, { full: true });
    await world.account.owner.query(`
      update ledger_verifications set ok = false, checks = checks ||
        '[{"name": "a rule", "count": 12, "rows": 40, "tookMs": 3, "offences": [{"row": "order 7", "problem": "is short"}]}]'`);
    const text = await textOf();
    expect(text).toContain('The books don’t balance');
    expect(text).toMatch(/Result a rule 40 3 ms 12 violations/);
    expect(text).not.toContain('order 7');
    expect(text).not.toContain('is short');
    expect((await read('/proof/badge.svg')).body).toContain('do not balance');
    expect((await read('/proof.json')).json()).toMatchObject({ verification: { balanced: false } });
  });

  it.each([
    { kind: 'an offence among recent changes', full: true, recent: false, says: 'The books don’t balance' },
    {
      kind: 'a full one that failed, whatever was seen since',
      full: false,
      recent: true,
      says: 'The books don’t balance',
    },
    { kind: 'both passed', full: true, recent: true, says: 'The books balance' },
  ])('looks at the last of both kinds: $kind', async ({ full, recent, says }) => {
    await runVerification(world.db, { full: true });
    await runVerification(world.db, { full: false });
    await world.account.owner.query(
      `update ledger_verifications set ok = case kind when 'full' then $1::boolean else $2 end`,
      [full, recent],
    );
    const text = await textOf();
    expect(text).toContain(says);
    expect(text).toMatch(recent ? /Recent changes since verified: .* UTC , balanced/ : /UTC , did not balance/);
  });

  it('shows how far a verification is that someone asked for', async () => {
    await runVerification(world.db, { full: true });
    await world.account.owner.query(`
      insert into verification_runs (kind, status, requested_by, started_at, checks_done, checks_total)
      select 'full', 'running', id, now(), 12, 28 from people limit 1`);
    expect((await read('/proof')).body).toContain('data-running="true"');
    expect(await textOf()).toContain('Verifying now: 12 of 28 checks done.');
    await world.account.owner.query(`update verification_runs set status = 'failed', finished_at = now()`);
    expect((await read('/proof')).body).toContain('data-running="false"');
  });
});
