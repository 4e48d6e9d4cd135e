import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount, password, type TestAccount, visible } from '../../tests/worlds/account.ts';
import { authenticatorCode, visitWith } from '../../tests/worlds/people.ts';

let account: TestAccount;

beforeAll(async () => {
  account = await createTestAccount();
});
afterAll(() => account.close());

describe('signing up', () => {
  it('leads from the form by mail to a wallet of one’s own', async () => {
    const { browser, holderId } = await account.newCustomer('Grace <b>Hopper</b>');
    const { rows } = await account.pool.query('select kind, name, status from holders where id = $1', [holderId]);
    expect(rows).toEqual([{ kind: 'customer', name: 'Grace <b>Hopper</b>', status: 'active' }]);
    const { rows: members } = await account.pool.query('select role from members where holder_id = $1', [holderId]);
    expect(members).toEqual([{ role: 'owner' }]);
    expect((await browser.open('/account')).headers.location).toBe('/account/live');
    const { statusCode, body } = await browser.open('/account/live');
    expect(statusCode).toBe(200);
    expect(body).toContain('Grace &lt;b&gt;Hopper&lt;/b&gt;');
    expect(body).not.toContain('<b>Hopper');
  });

  it('shows a stranger the same for a known and an unknown address', async () => {
    const { email } = await account.newCustomer();
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const stranger = account.browser();
      for (const [path, form] of [
        ['/account/sign-up', { name: 'Eve', email: address, password: 'her own password' }],
        ['/account/resend', { email: address }],
        ['/account/forgotten', { email: address }],
        ['/account/locked-out', { email: address }],
        ['/account/sign-in', { email: address, password: 'a wrong password' }],
      ] as const) {
        await stranger.open(path);
        const answer = await stranger.submit(path, form);
        answers.push(JSON.stringify(visible(answer)).replaceAll(address, 'ADDRESS'));
        if (answer.headers.location)
          answers.push(JSON.stringify(visible(await stranger.open(answer.headers.location))));
      }
    }
    expect(answers.slice(0, answers.length / 2)).toEqual(answers.slice(answers.length / 2));
    await account.deliver();
    const subjects = (await account.mailsTo(email)).map((mail) => mail.subject);
    expect(subjects.slice(1).sort()).toEqual([
      'Choose a new password',
      'Sign in again after too many attempts',
      'You already have an account',
    ]);
    const unknown = (await account.mailsTo('nobody@example.com')).map((mail) => mail.subject);
    expect([...new Set(unknown)]).toEqual(['Confirm your e-mail address']);
  });

  it('keeps what was typed, but no password, when something has to be mended', async () => {
    const stranger = account.browser();
    await stranger.open('/account/sign-up');
    const form = { name: '"><script>alert(1)</script>', email: 'not an address', password: 'short' };
    const { statusCode, body } = await stranger.submit('/account/sign-up', form);
    expect(statusCode).toBe(422);
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).toContain('value="not an address"');
    expect(body).toContain('aria-invalid="true" aria-describedby="email_error"');
    expect(body).toContain('role="alert"');
    expect(body).not.toMatch(/<script>|value="short"/);
  });

  it('ends politely with a link that is used, old or made up', async () => {
    const { email } = await account.newCustomer();
    const used = /\/verify\/([0-9A-Za-z]+)/.exec((await account.mailsTo(email))[0]?.text ?? '')?.[1];
    for (const token of [used, 'made-up', '%00', '%2F', 'x'.repeat(2_000)]) {
      const stranger = account.browser();
      const { statusCode, body } = await stranger.open(`/account/verify/${token}`);
      expect([statusCode, body.includes('This link has ended')]).toEqual([410, true]);
      await stranger.open('/account/sign-in');
      const forced = await stranger.submit(`/account/verify/${token}`, { password });
      expect([forced.statusCode, forced.headers['set-cookie']]).toEqual([410, undefined]);
    }
  });

  it('asks again for a password that is not the one chosen', async () => {
    const own = account.browser();
    await own.open('/account/sign-up');
    await own.submit('/account/sign-up', { name: 'Ada', email: 'slow@example.com', password });
    await account.deliver();
    const path = `/account/verify/${await account.linkToken('slow@example.com')}`;
    await own.open(path);
    const wrong = await own.submit(path, { password: 'something else' });
    expect([wrong.statusCode, wrong.body.includes('not the password you chose')]).toEqual([422, true]);
    expect((await own.submit(path, { password })).headers.location).toBe('/account');
  });
});

describe('signing in', () => {
  it('leads back to the page that was asked for, and nowhere else', async () => {
    const { email } = await account.newCustomer();
    const own = account.browser();
    const asked = await own.open('/account/test/top-up?currency=EUR');
    expect(asked.headers.location).toBe('/account/sign-in?next=%2Faccount%2Ftest%2Ftop-up%3Fcurrency%3DEUR');
    const { body } = await own.open(String(asked.headers.location));
    const next = /name="next" value="([^"]*)"/.exec(body)?.[1] ?? '';
    const signedIn = await own.submit('/account/sign-in', { email, password, next });
    expect(signedIn.headers.location).toBe('/account/test/top-up?currency=EUR');
    for (const elsewhere of [
      '//evil.example',
      'https://evil.example/account',
      '/account/../x',
      '/account\\@evil.example',
      '/accountx',
      'javascript:alert(1)',
      '/account//evil.example',
    ]) {
      const stranger = account.browser();
      await stranger.open(`/account/sign-in?next=${encodeURIComponent(elsewhere)}`);
      const answer = await stranger.submit('/account/sign-in', { email, password, next: elsewhere });
      expect(answer.headers.location).toBe('/account');
    }
  });

  it('asks for the code of those who have a second factor, before anything else', async () => {
    const { browser, email } = await account.newCustomer();
    await browser.open('/account/profile/two-step');
    const refused = await browser.submit('/account/profile/two-step/begin', { password: 'a wrong password' });
    expect([refused.statusCode, refused.body.includes('This is not your password')]).toEqual([422, true]);
    const begun = await browser.submit('/account/profile/two-step/begin', { password });
    const groups = [...(/class="secret"[^>]*>(.*?)<\/p>/s.exec(begun.body)?.[1] ?? '').matchAll(/<span>([A-Z2-7]+)</g)];
    const secret = groups.map((group) => group[1]).join('');
    expect(secret.length).toBeGreaterThan(30);
    expect(begun.body).toContain('href="otpauth://totp/');
    const codes = [...begun.body.matchAll(/<li>([0-9a-z]{4}(?:-[0-9a-z]{4}){2})<\/li>/g)].map(
      (match) => match[1] ?? '',
    );
    expect(codes).toHaveLength(10);
    expect(begun.headers['cache-control']).toBe('no-store');
    const wrong = await browser.submit('/account/profile/two-step/confirm', { code: '000000' });
    expect([wrong.statusCode, wrong.body.includes('This code is wrong')]).toEqual([422, true]);
    const on = await browser.submit('/account/profile/two-step/confirm', { code: authenticatorCode(secret, 0) });
    expect(on.headers.location).toBe('/account/profile/two-step?done=on');

    const phone = account.browser();
    await phone.open('/account/sign-in');
    const first = await phone.submit('/account/sign-in', { email, password });
    expect(first.headers.location).toMatch(/^\/account\/sign-in\/code/);
    expect((await phone.open('/account/profile')).headers.location).toMatch(/^\/account\/sign-in/);
    await phone.open('/account/sign-in/code');
    expect((await phone.submit('/account/sign-in/code', { code: '999999' })).statusCode).toBe(422);
    const second = await phone.submit('/account/sign-in/code', { code: authenticatorCode(secret) });
    expect(second.headers.location).toBe('/account');
    expect((await phone.open('/account/profile')).body).toContain(email);

    await phone.open('/account/profile/two-step');
    const kept = await phone.submit('/account/profile/two-step/off', { password, code: '000000' });
    expect([kept.statusCode, kept.body.includes('The password or the code is wrong')]).toEqual([422, true]);
    const renewed = await phone.submit('/account/profile/two-step/recovery-codes', { password, code: codes[0] ?? '' });
    const fresh = /<li>([0-9a-z]{4}(?:-[0-9a-z]{4}){2})<\/li>/.exec(renewed.body)?.[1] ?? '';
    const off = await phone.submit('/account/profile/two-step/off', { password, code: fresh });
    expect(off.headers.location).toBe('/account/profile/two-step?done=off');
  });

  it('has no second step for who did not take the first', async () => {
    const stranger = account.browser();
    expect((await stranger.open('/account/sign-in/code')).headers.location).toBe('/account/sign-in');
    const answer = await stranger.submit('/account/sign-in/code', { code: '123456' });
    expect(answer.statusCode).toBe(403);
    await stranger.open('/account/sign-in');
    const asked = await stranger.submit('/account/sign-in/code', { code: '123456' });
    expect([asked.statusCode, asked.body.includes('Sign in again')]).toEqual([422, true]);
  });

  it('says when there were too many attempts, and when to come back', async () => {
    const { email } = await account.newCustomer();
    const stranger = account.browser();
    await stranger.open('/account/sign-in');
    let answer = await stranger.submit('/account/sign-in', { email, password: 'guess' });
    for (let n = 0; n < 20; n += 1) {
      answer = await stranger.submit('/account/sign-in', { email, password: `guess ${n}` });
    }
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body).toContain('Too many attempts. Wait 15 minutes, then try again.');
  });
});

describe('an owner whom strangers lock out', () => {
  it('asks for a mailed link, which lets this browser alone try the password', async () => {
    const { email } = await account.newCustomer();
    const form = { email, password };
    for (let n = 0; n < 60; n += 1) {
      const stranger = { ...visitWith([], `198.51.100.${n}`) };
      await account.people.signIn(stranger, { email, password: `guess ${n}` });
    }
    const [own, other] = [account.browser(), account.browser()];
    await own.open('/account/sign-in');
    const locked = await own.submit('/account/sign-in', form);
    expect([locked.statusCode, locked.body.includes('href="/account/locked-out"')]).toEqual([429, true]);
    await own.open('/account/locked-out');
    expect((await own.submit('/account/locked-out', { email })).headers.location).toBe('/account/locked-out/sent');
    await account.deliver();
    const path = `/account/lift/${await account.linkToken(email)}`;
    for (let looks = 0; looks < 2; looks += 1) expect((await own.open(path)).statusCode).toBe(200);
    const lifted = await own.submit(path);
    expect([lifted.statusCode, lifted.headers.location]).toEqual([303, '/account/sign-in?done=lifted']);
    expect((await own.open('/account/sign-in?done=lifted')).body).toContain('The limit is lifted in this browser');
    expect((await own.submit('/account/sign-in', { email, password: 'a wrong one' })).statusCode).toBe(422);
    expect((await own.submit('/account/sign-in', form)).statusCode).toBe(303);
    await other.open('/account/sign-in');
    expect((await other.submit('/account/sign-in', form)).statusCode).toBe(429);
    await other.open('/account/forgotten');
    expect([(await other.open(path)).statusCode, (await other.submit(path)).statusCode]).toEqual([410, 410]);
  });

  it('is told by the form what is no address', async () => {
    const own = account.browser();
    for (const page of ['locked-out', 'forgotten', 'resend']) {
      await own.open(`/account/${page}`);
      const answer = await own.submit(`/account/${page}`, { email: ' nonsense' });
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('Enter an e-mail address')]);
    }
  });
});

describe('a forgotten password', () => {
  it('is replaced through the mailed link', async () => {
    const { browser, email } = await account.newCustomer();
    const own = account.browser();
    await own.open('/account/forgotten');
    expect((await own.submit('/account/forgotten', { email })).headers.location).toBe('/account/forgotten/sent');
    await account.deliver();
    const path = `/account/reset/${await account.linkToken(email)}`;
    await own.open(path);
    const short = await own.submit(path, { password: 'short' });
    expect([short.statusCode, short.body.includes('8 to 128 characters')]).toEqual([422, true]);
    const done = await own.submit(path, { password: 'a whole new password' });
    expect(done.headers.location).toBe('/account/sign-in?done=password');
    expect((await own.open('/account/sign-in?done=password')).body).toContain('Your password was changed');
    expect((await browser.open('/account/profile')).headers.location).toMatch(/^\/account\/sign-in/);
    expect((await own.open(path)).statusCode).toBe(410);
    expect((await own.submit(path, { password: 'yet another password' })).statusCode).toBe(410);
    const signedIn = await own.submit('/account/sign-in', { email, password: 'a whole new password' });
    expect(signedIn.headers.location).toBe('/account');
  });
});

describe('the profile', () => {
  it('changes name and password, and keeps its own session', async () => {
    const { browser, email } = await account.newCustomer();
    await browser.open('/account/profile');
    expect((await browser.submit('/account/profile/name', { name: '  ' })).statusCode).toBe(422);
    expect((await browser.submit('/account/profile/name', { name: 'Ada King' })).headers.location).toContain(
      'done=name',
    );
    expect((await browser.open('/account/profile?done=name')).body).toContain('Ada King');
    const next = 'a whole new password';
    const wrong = await browser.submit('/account/profile/password', { present: 'not mine', next });
    expect([wrong.statusCode, wrong.body.includes('This is not your password')]).toEqual([422, true]);
    expect((await browser.submit('/account/profile/password', { present: password, next: 'x' })).statusCode).toBe(422);
    const done = await browser.submit('/account/profile/password', { present: password, next });
    expect(done.headers.location).toContain('done=password');
    expect((await browser.open('/account/profile')).body).toContain(email);
  });

  it('lists sessions and ends them', async () => {
    const { browser, email } = await account.newCustomer();
    const phone = account.browser();
    await phone.open('/account/sign-in');
    await phone.submit('/account/sign-in', { email, password });
    const listed = await browser.open('/account/profile/sessions');
    const [session = ''] = [...listed.body.matchAll(/name="session" value="([^"]*)"/g)].map((match) => match[1]);
    expect(listed.body.match(/This one/g)).toHaveLength(1);
    const { browser: eve } = await account.newCustomer('Eve');
    await eve.open('/account/profile/sessions');
    await eve.submit('/account/profile/sessions/end', { session });
    expect((await phone.open('/account/profile')).statusCode).toBe(200);
    await browser.submit('/account/profile/sessions/end', { session });
    expect((await phone.open('/account/profile')).statusCode).toBe(303);
    await phone.open('/account/sign-in');
    await phone.submit('/account/sign-in', { email, password });
    await browser.submit('/account/profile/sessions/end-others');
    expect((await phone.open('/account/profile')).statusCode).toBe(303);
    await browser.submit('/account/sign-out');
    expect((await browser.open('/account/profile')).statusCode).toBe(303);
  });
});
