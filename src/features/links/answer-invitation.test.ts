/**
 * Answering invitations on a real database: of any number of concurrent answers one counts, and deadlines and limits
 * are exact.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailsTo } from '../../../tests/fixtures/people.ts';
import { job, keyOf, memberOf, signedIn } from '../../../tests/support/actors.ts';
import { makeCompany, makeHolder } from '../../../tests/support/holders.ts';
import { createTestClock } from '../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { hashOfToken } from '../../core/access/link-token.ts';
import { insertMember } from '../holders/members.repository.ts';
import { acceptInvitation, declineInvitation, viewInvitation } from './answer-invitation.ts';
import { endLink } from './end-link.ts';
import { goodForDays, type Invitation, mailsPerAddressAndDayMax, mailsPerDayMax } from './invitation.ts';
import { expireInvitations, invitationJobs } from './invitations.jobs.ts';
import { findInvitation } from './invitations.repository.ts';
import { type InvitationDeps, invite, resendInvitation } from './invite.ts';
import { findLinks } from './links.repository.ts';
import { revokeInvitation } from './revoke-invitation.ts';

const real = createTestClock('2031-03-01T12:00:00.000Z');
/** The company's own clocks show another time: no deadline here may depend on them. */
const clock = createTestClock('2044-01-01T00:00:00.000Z');
const now = () => real.now(0n, 'live');

let database: TestDatabase;
let company: bigint;
let deps: InvitationDeps;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = { db: database.db, clock, publicUrl: 'https://pay.example', now };
});
afterAll(() => database.drop());
beforeEach(async () => {
  real.set('2031-03-01T12:00:00.000Z');
  company = await makeCompany(database.db);
});

async function makePerson(email?: string): Promise<{ personId: string; email: string }> {
  count += 1;
  const personId = `person${count}`;
  const address = email ?? `person${count}@example.com`;
  await database.pool.query('insert into people (id, name, email, email_verified) values ($1, $2, $3, true)', [
    personId,
    'Ada',
    address,
  ]);
  return { personId, email: address };
}

const tokenOf = async (email: string): Promise<string> => {
  const text = (await mailsTo(database.pool, email)).at(-1)?.text ?? '';
  return /\/invitations\/([0-9A-Za-z]+)/.exec(text)?.[1] ?? '';
};

const keyFor = (companyId = company) => keyOf({ holderId: companyId, mode: 'live' });

const send = (email: string, type: 'merchant' | 'courier' = 'merchant', companyId = company) =>
  inTransaction(database.db, (tx) => invite(keyFor(companyId), tx, deps, companyId, { email, type, name: 'Taverna' }));

async function invited(type: 'merchant' | 'courier' = 'merchant') {
  const person = await makePerson();
  const { invitation } = await send(person.email, type);
  return { ...person, invitation, token: await tokenOf(person.email) };
}

const accept = (token: string, personId: string, choice: { holderId?: bigint; name?: string } = {}) =>
  acceptInvitation(signedIn(personId), deps, token, { holderId: choice.holderId, name: choice.name ?? 'Taverna' });
const revoke = (id: string) => inTransaction(database.db, (tx) => revokeInvitation(keyFor(), tx, deps, company, id));
const resend = (id: string) => inTransaction(database.db, (tx) => resendInvitation(keyFor(), tx, deps, company, id));
/** Ended by the company's key, or by an owner of the linked holder. */
async function end(id: bigint, by: 'company' | 'beneficiary', companyId = company) {
  const holderId = (await linksOf()).find((link) => link.id === id)?.holderId as bigint;
  const actor = by === 'company' ? keyFor(companyId) : memberOf({ holderId, mode: 'live' }, { holderKind: 'merchant' });
  return inTransaction(database.db, (tx) => endLink(actor, tx, deps, { companyId, id, by }));
}

const stored = async ({ id }: Invitation) => (await findInvitation(database.db, company, id)) as Invitation;
const linksOf = (companyId = company) => findLinks(database.db, companyId, undefined);

async function eventsOf(companyId = company): Promise<string[]> {
  const { rows } = await database.pool.query(
    'select mode, type from events where holder_id = $1 order by mode, created_at, id',
    [companyId],
  );
  return rows.map(({ mode, type }) => `${mode} ${type}`).sort();
}

describe('inviting', () => {
  it.each([
    ['live', 'merchant', 'active'],
    ['test', 'merchant', 'pending'],
    ['live', 'courier', 'active'],
    ['test', 'courier', 'active'],
  ] as const)('invited in %s mode opens a %s that is %s', async (mode, type, status) => {
    const { personId, email } = await makePerson();
    const sender = keyOf({ holderId: company, mode });
    await inTransaction(database.db, (tx) => invite(sender, tx, deps, company, { email, type, name: 'Taverna' }));
    const accepted = await accept(await tokenOf(email), personId);
    if (!accepted.ok) throw new Error(accepted.reason);
    const { rows } = await database.pool.query('select status from holders where id = $1', [accepted.holderId]);
    expect(rows).toEqual([{ status }]);
  });

  it('keeps the hash of the token and mails the token', async () => {
    const { invitation, token, email } = await invited();
    const { rows } = await database.pool.query('select *, i::text as whole from invitations i where id = $1', [
      invitation.id,
    ]);
    expect(rows[0].token_hash).toEqual(hashOfToken(token));
    expect(rows[0].whole).not.toContain(token);
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect((await mailsTo(database.pool, email)).map((mail) => mail.subject)).toEqual([
      'You are invited to get paid through Sluice',
    ]);
  });

  it('many times at once asks once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => send('once@example.com')));
    expect(all.filter(({ made }) => made)).toHaveLength(1);
    expect(new Set(all.map(({ invitation }) => invitation.id)).size).toBe(1);
    expect(await mailsTo(database.pool, 'once@example.com')).toHaveLength(1);
    expect((await send('once@example.com', 'courier')).made).toBe(true);
  });

  it('again after the deadline makes another, and tells that the first expired', async () => {
    const { invitation, email } = await invited();
    real.advance(goodForDays * 86_400);
    const again = await send(email);
    expect([again.made, (await stored(invitation)).status]).toEqual([true, 'expired']);
    expect(await eventsOf()).toEqual(['live invitation.expired', 'test invitation.expired']);
  });

  it('is bounded by day and address, and by day and company', async () => {
    const { invitation } = await send('often@example.com');
    for (let sent = 1; sent < mailsPerAddressAndDayMax; sent += 1) await resend(invitation.id);
    await expect(resend(invitation.id)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 43_200 });
    await revoke(invitation.id);
    await expect(send('often@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
    await database.pool.query('update invitation_mails set mails = $1 where company_id = $2', [
      mailsPerDayMax.active,
      company,
    ]);
    await expect(send('other@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
    real.advance(43_200);
    expect((await send('often@example.com')).made).toBe(true);
  });

  it('many at once are counted exactly', async () => {
    await send('first@example.com');
    await database.pool.query('update invitation_mails set mails = $1 where company_id = $2', [
      mailsPerDayMax.active - 2,
      company,
    ]);
    const all = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => send(`many${index}@example.com`)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('stops at so many open ones', async () => {
    await database.pool.query(
      `insert into invitations (company_id, id, email, type, name, token_hash, created_at, expires_at)
       select $1::bigint, 'inv_' || n, n || '@example.com', 'merchant', 'N', sha256(convert_to($1::bigint || '/' || n, 'UTF8')), $2, $3
       from generate_series(1, 1000) n`,
      [company, now(), new Date(now().getTime() + 1)],
    );
    await expect(send('more@example.com')).rejects.toMatchObject({ code: 'validation_failed' });
    real.advance(1);
    expect((await send('more@example.com')).made).toBe(true);
  });

  it('is refused to a suspended company', async () => {
    const suspended = await makeCompany(database.db, { status: 'suspended' });
    await expect(send('ada@example.com', 'merchant', suspended)).rejects.toMatchObject({ code: 'company_not_active' });
    expect(await mailsTo(database.pool, 'ada@example.com')).toEqual([]);
  });
});

describe('accepting', () => {
  it('makes the holder, its owner, and the link, and tells both logs and the owners', async () => {
    const owner = await makePerson();
    await inTransaction(database.db, (tx) => insertMember(tx, company, owner.personId, 'owner'));
    const { token, personId, invitation } = await invited('courier');
    const result = await accept(token, personId, { name: ' Ada’s bike ' });
    const [link] = await linksOf();
    expect(result).toMatchObject({ ok: true, linkId: link?.id, wasLinked: false });
    expect(link).toMatchObject({ type: 'courier', name: 'Taverna', status: 'active' });
    const { rows } = await database.pool.query(
      'select h.kind, h.name, m.person_id, m.role from holders h join members m on m.holder_id = h.id where h.id = $1',
      [link?.holderId],
    );
    expect(rows).toEqual([{ kind: 'courier', name: 'Ada’s bike', person_id: personId, role: 'owner' }]);
    expect(await stored(invitation)).toMatchObject({ status: 'accepted', linkId: link?.id, personId });
    expect(await eventsOf()).toEqual([
      'live invitation.accepted',
      'live link.created',
      'test invitation.accepted',
      'test link.created',
    ]);
    const { rows: events } = await database.pool.query(
      'select data::text as data, created_at from events where holder_id = $1',
      [company],
    );
    for (const { data, created_at } of events) {
      expect(data).not.toContain(token);
      expect(created_at).toEqual(clock.now(company, 'test'));
    }
    const [mail] = await mailsTo(database.pool, owner.email);
    expect([mail?.subject, mail?.text.includes(`is ${link?.id}.`)]).toEqual(['An invitation was accepted', true]);
  });

  it('many times at once makes one link and one holder', async () => {
    const { token, personId } = await invited();
    const results = await Promise.all(Array.from({ length: 6 }, () => accept(token, personId)));
    const [link, ...others] = await linksOf();
    expect(others).toEqual([]);
    expect(results.map((result) => result.ok && result.linkId)).toEqual(results.map(() => link?.id));
    expect(results.filter((result) => result.ok && !result.wasLinked)).toHaveLength(1);
    expect((await eventsOf()).filter((event) => event.includes('link.created'))).toHaveLength(2);
  });

  it('two companies’ invitations at once opens one holder', async () => {
    const { token, personId, email } = await invited();
    const other = await makeCompany(database.db);
    await send(email, 'merchant', other);
    const second = await tokenOf(email);
    expect(second).not.toBe(token);
    const results = await Promise.all([accept(token, personId), accept(second, personId)]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await linksOf())[0]?.holderId).toBe((await linksOf(other))[0]?.holderId);
  });

  it('two owners of one holder at once link it once', async () => {
    const holderId = await makeHolder(database.db, 'merchant');
    const people = [await invited(), await invited()];
    for (const { personId } of people)
      await inTransaction(database.db, (tx) => insertMember(tx, holderId, personId, 'owner'));
    const results = await Promise.all(people.map(({ token, personId }) => accept(token, personId)));
    expect(results.map((result) => result.ok && result.wasLinked).sort()).toEqual([false, true]);
    expect(await linksOf()).toHaveLength(1);
  });

  it('against revoking and declining at once: one wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, personId, invitation } = await invited();
      const before = (await linksOf()).length;
      const [accepted, revoked, declined] = await Promise.all([
        accept(token, personId),
        revoke(invitation.id).then(
          () => true,
          (error) => {
            expect(error).toMatchObject({ code: 'invalid_state' });
            return false;
          },
        ),
        declineInvitation(signedIn(personId), deps, token),
      ]);
      expect([accepted.ok, revoked, declined].filter(Boolean)).toHaveLength(1);
      const { status } = await stored(invitation);
      expect([accepted.ok && 'accepted', revoked && 'revoked', declined && 'declined']).toContain(status);
      expect((await linksOf()).length - before).toBe(accepted.ok ? 1 : 0);
    }
  });

  it('an address already linked adds no second link, and says so', async () => {
    const first = await invited();
    await accept(first.token, first.personId);
    await send(first.email);
    const again = await accept(await tokenOf(first.email), first.personId);
    expect(again).toMatchObject({ ok: true, wasLinked: true, linkId: (await linksOf())[0]?.id });
    expect(await linksOf()).toHaveLength(1);
  });

  it('after the link has ended makes a new one', async () => {
    const first = await invited();
    const made = await accept(first.token, first.personId);
    const id = made.ok ? made.linkId : 0n;
    await end(id, 'company');
    await send(first.email);
    expect(await accept(await tokenOf(first.email), first.personId)).toMatchObject({ ok: true, wasLinked: false });
    expect((await linksOf()).map((link) => link.status)).toEqual(['ended', 'active']);
    expect((await linksOf())[0]?.holderId).toBe((await linksOf())[1]?.holderId);
  });

  it('ends at the exact instant', async () => {
    const { token, personId, invitation } = await invited();
    real.set(new Date(invitation.expiresAt.getTime() - 1).toISOString());
    expect((await viewInvitation(deps, token, personId)).refusal).toBeUndefined();
    real.set(invitation.expiresAt.toISOString());
    expect((await viewInvitation(deps, token, personId)).refusal).toEqual({ reason: 'expired' });
    expect(await accept(token, personId)).toEqual({ ok: false, reason: 'refused' });
    expect(await declineInvitation(signedIn(personId), deps, token)).toBe(false);
    await expect(revoke(invitation.id)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await linksOf()).toEqual([]);
  });

  it('is for a confirmed address alone', async () => {
    const { token, personId } = await invited();
    const eve = await makePerson();
    expect(await accept(token, eve.personId)).toEqual({ ok: false, reason: 'refused' });
    expect(await declineInvitation(signedIn(eve.personId), deps, token)).toBe(false);
    await database.pool.query('update people set email_verified = false where id = $1', [personId]);
    expect(await accept(token, personId)).toEqual({ ok: false, reason: 'refused' });
    expect((await viewInvitation(deps, token, personId)).refusal).toEqual({ reason: 'unconfirmed' });
    expect(await linksOf()).toEqual([]);
  });

  it('waits while the company is suspended, which may be declined', async () => {
    const { token, personId } = await invited();
    await database.pool.query(`update holders set status = 'suspended' where id = $1`, [company]);
    expect(await accept(token, personId)).toEqual({ ok: false, reason: 'refused' });
    expect(await declineInvitation(signedIn(personId), deps, token)).toBe(true);
  });

  it('links the holder that was chosen, and none of others', async () => {
    const { token, personId } = await invited();
    const own = [await makeHolder(database.db, 'merchant', 'One'), await makeHolder(database.db, 'merchant', 'Two')];
    const theirs = await makeHolder(database.db, 'merchant', 'Theirs');
    for (const id of own) await inTransaction(database.db, (tx) => insertMember(tx, id, personId, 'owner'));
    await inTransaction(database.db, (tx) => insertMember(tx, theirs, personId, 'finance'));
    expect(await accept(token, personId)).toEqual({ ok: false, reason: 'choose' });
    expect(await accept(token, personId, { holderId: theirs })).toEqual({ ok: false, reason: 'choose' });
    expect(await accept(token, personId, { holderId: own[1] as bigint })).toMatchObject({ ok: true });
    expect((await linksOf()).map((link) => link.holderId)).toEqual([own[1]]);
  });
});

describe('afterwards', () => {
  it('a new link ends the one mailed before, and revives an expired one', async () => {
    const { token, personId, invitation, email } = await invited();
    await resend(invitation.id);
    await expect(viewInvitation(deps, token, personId)).rejects.toMatchObject({ code: 'not_found' });
    real.advance(goodForDays * 86_400);
    expect(await expireInvitations(job, deps)).toBeGreaterThan(0);
    expect((await stored(invitation)).status).toBe('expired');
    const renewed = await resend(invitation.id);
    expect([renewed.status, renewed.expiresAt.getTime() - now().getTime()]).toEqual([
      'pending',
      goodForDays * 86_400_000,
    ]);
    expect(await accept(await tokenOf(email), personId)).toMatchObject({ ok: true });
    await expect(resend(invitation.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('an expired one whose place was taken is not sent again', async () => {
    const { invitation, email } = await invited();
    real.advance(goodForDays * 86_400);
    await send(email);
    await expect(resend(invitation.id)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('the sweep tells of each deadline once', async () => {
    const { invitation } = await invited();
    expect(await expireInvitations(job, deps)).toBe(0);
    real.set(invitation.expiresAt.toISOString());
    await Promise.all([expireInvitations(job, deps), expireInvitations(job, deps)]);
    expect(await eventsOf()).toEqual(['live invitation.expired', 'test invitation.expired']);
  });

  it('the sweep forgets what was mailed on earlier days, and counts on today', async () => {
    const { email } = await invited();
    const counted = async () =>
      (await database.pool.query('select day::text, email from invitation_mails where company_id = $1', [company]))
        .rows;
    const sweep = () => invitationJobs(deps).expire_invitations.run(job, undefined);
    const ofToday = [{ day: '2031-03-01', email }];
    await sweep();
    expect(await counted()).toEqual(ofToday);
    real.set('2031-03-02T00:00:00.000Z');
    await sweep();
    expect(await counted()).toEqual([]);
  });

  it('the other side is written to: of a refusal, and of an end', async () => {
    const owner = await makePerson();
    await inTransaction(database.db, (tx) => insertMember(tx, company, owner.personId, 'owner'));
    const viewer = await makePerson();
    await inTransaction(database.db, (tx) => insertMember(tx, company, viewer.personId, 'viewer'));
    const refused = await invited();
    expect(await declineInvitation(signedIn(refused.personId), deps, refused.token)).toBe(true);
    expect(await declineInvitation(signedIn(refused.personId), deps, refused.token)).toBe(false);
    const ids: bigint[] = [];
    const party = await invited('courier');
    for (const token of [party.token, '']) {
      if (token === '') await send(party.email, 'merchant');
      const made = await accept(token || (await tokenOf(party.email)), party.personId);
      if (made.ok) ids.push(made.linkId);
    }
    for (const [index, by] of (['beneficiary', 'company'] as const).entries()) {
      const id = ids[index] as bigint;
      await end(id, by);
    }
    const subjects = async (email: string) => (await mailsTo(database.pool, email)).map((mail) => mail.subject);
    expect(await subjects(owner.email)).toEqual([
      'An invitation was declined',
      'An invitation was accepted',
      'An invitation was accepted',
      'A link was ended',
    ]);
    expect((await subjects(party.email)).at(-1)).toBe('A platform ended its link to you');
    expect(await subjects(viewer.email)).toEqual([]);
  });

  it('a link ends once, whoever ends it', async () => {
    const { token, personId } = await invited();
    const made = await accept(token, personId);
    const id = made.ok ? made.linkId : 0n;
    const ended = await Promise.all([end(id, 'company'), end(id, 'beneficiary'), end(id, 'company')]);
    expect(ended.map((link) => link.status)).toEqual(['ended', 'ended', 'ended']);
    expect((await eventsOf()).filter((event) => event.includes('link.ended'))).toHaveLength(2);
    const other = await makeCompany(database.db);
    await expect(end(id, 'company', other)).rejects.toMatchObject({ code: 'not_found' });
  });
});
