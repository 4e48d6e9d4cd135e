import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropJobs } from '../../../tests/support/drain-jobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { dashboardAddress, writeMail } from './mail.ts';
import { findMail, listMails, purgeOldMails } from './mails.repository.ts';
import { queueMail, queueNotice } from './queue-mail.ts';
import { inEnglish } from './readers.repository.ts';
import { attemptsMax, createMailSender, MailDelayed } from './send-mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';

/** A mail server that answers as configured and keeps the mails it accepted. */
function createMailServer() {
  const taken: string[] = [];
  const answers = { rcpt: '250 ok', data: '250 taken' };
  const server: Server = createServer((socket: Socket) => {
    let message: string | undefined;
    let pending = '';
    socket.on('error', () => {});
    socket.write('220 test ready\r\n');
    const commands: Record<string, () => string> = {
      EHLO: () => '250 test',
      MAIL: () => '250 ok',
      RCPT: () => answers.rcpt,
      DATA: () => {
        message = '';
        return '354 go on';
      },
      RSET: () => '250 ok',
      QUIT: () => '221 bye',
    };
    socket.on('data', (chunk) => {
      const lines = (pending + chunk.toString()).split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (message === undefined) {
          const answer = commands[line.slice(0, 4).toUpperCase()]?.() ?? '500 what';
          if (line.toUpperCase().startsWith('RCPT')) taken.push(line);
          socket.write(`${answer}\r\n`);
        } else if (line === '.') {
          if (answers.data.startsWith('250')) taken.push(message);
          message = undefined;
          socket.write(`${answers.data}\r\n`);
        } else message += `${line}\n`;
      }
    });
  });
  return { server, taken, answers };
}

let database: TestDatabase;
let mailServer: ReturnType<typeof createMailServer>;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  mailServer = createMailServer();
  await new Promise<void>((resolve) => mailServer.server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => mailServer.server.close(resolve)));
afterAll(() => database.drop());

const links = createUnsubscribeLinks('https://pay.example', ['a-secret-of-more-than-32-characters-x']);

const sender = () => {
  const { port } = mailServer.server.address() as { port: number };
  const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, sender: 'no-reply@pay.example' });
  return createMailSender({ db: database.db, transport, links });
};

const empty = { subject: 'x', text: 'x', html: 'x' };

async function queue(email = 'ada@example.com'): Promise<bigint> {
  const link = { label: 'Open', address: 'https://pay.example/confirm/secret-token' };
  const parts = { subject: 'Grüße & more', before: ['Hello.'], link };
  await inTransaction(database.db, (tx) => queueMail(tx, inEnglish(email), (words) => writeMail(words, parts)));
  return (await listMails(database.db, 1))[0]?.id as bigint;
}

describe('a queued mail', () => {
  it('is a row and a job, or neither', async () => {
    const id = await queue();
    const { rows } = await database.pool.query('select task_identifier, key from graphile_worker.jobs where key = $1', [
      `send_mail:${id}`,
    ]);
    expect(rows).toEqual([{ task_identifier: 'send_mail', key: `send_mail:${id}` }]);
    const before = await database.pool.query('select count(*) from graphile_worker.jobs');
    const undone = inTransaction(database.db, async (tx) => {
      await queueMail(tx, inEnglish('a@b.example'), () => empty);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await database.pool.query('select count(*) from graphile_worker.jobs')).rows).toEqual(before.rows);
  });

  it('is sent once, however often its job runs', async () => {
    const id = await queue();
    await sender().send(id);
    await sender().send(id);
    expect(mailServer.taken).toHaveLength(2);
    const [envelope, message] = mailServer.taken;
    expect(envelope).toBe('RCPT TO:<ada@example.com>');
    expect(message).toMatch(/^From: Sluice <no-reply@pay.example>$/m);
    expect(message).toMatch(new RegExp(`^Message-ID: <mail-${id}@pay.example>$`, 'm'));
    expect(message).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(message).toMatch(/multipart\/alternative/);
    expect(await findMail(database.db, id)).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
  });

  it('leads to the dashboard of the service that sends it', async () => {
    const address = dashboardAddress({ holderId: 7n, mode: 'test' }, 'payouts');
    const parts = { subject: 'Payout', before: [], link: { label: 'View payouts', address } };
    const sent = mailServer.taken.length;
    await inTransaction(database.db, (tx) =>
      queueMail(tx, inEnglish('a@b.example'), (words) => writeMail(words, parts)),
    );
    const id = (await listMails(database.db, 1))[0]?.id as bigint;
    await sender().send(id);
    const message = mailServer.taken.slice(sent).join('').replaceAll('=\n', '');
    expect(message.match(/https:\/\/pay\.example\/h\/7\/test\/payouts/g)).toHaveLength(2);
    expect(message).not.toContain('.invalid');
  });

  it('to what is no address is not written: it could only fail', async () => {
    await inTransaction(database.db, async (tx) => {
      await queueMail(tx, inEnglish('nobody'), () => empty);
      await queueNotice(tx, 'payouts', inEnglish('nobody'), () => empty);
    });
    const { rows } = await database.pool.query(`select from mails where recipient = 'nobody'`);
    expect(rows).toEqual([]);
  });

  it('waits when the mail server refuses our login: that is for the operator to correct', async () => {
    const id = await queue();
    const transport = { send: () => Promise.reject(Object.assign(new Error(), { code: 'EAUTH', responseCode: 535 })) };
    const refused = createMailSender({ db: database.db, transport, links }).send(id);
    await expect(refused).rejects.toThrow(MailDelayed);
    expect(await findMail(database.db, id)).toMatchObject({ status: 'queued', lastError: 'EAUTH 535' });
  });

  it('waits when the server is not there, or says not now', async () => {
    const id = await queue();
    mailServer.answers.data = '451 later, secret-token';
    await expect(sender().send(id)).rejects.toThrow(MailDelayed);
    expect(await findMail(database.db, id)).toMatchObject({ status: 'queued', attempts: 1, lastError: 'EMESSAGE 451' });
    const gone = createSmtpTransport({ url: 'smtp://127.0.0.1:1', sender: 'no-reply@pay.example' });
    await expect(createMailSender({ db: database.db, transport: gone, links }).send(id)).rejects.toThrow(MailDelayed);
    expect((await findMail(database.db, id))?.lastError).toMatch(/^(ESOCKET|ECONNECTION|ECONNREFUSED)$/);
    mailServer.answers.data = '250 taken';
    await sender().send(id);
    expect(await findMail(database.db, id)).toMatchObject({ status: 'sent', attempts: 3 });
  });

  it('is given up when the server says never, or after twelve attempts', async () => {
    const refused = await queue();
    mailServer.answers.rcpt = '550 no such mailbox';
    await sender().send(refused);
    expect(await findMail(database.db, refused)).toMatchObject({ status: 'failed', lastError: 'EENVELOPE 550' });
    mailServer.answers.rcpt = '250 ok';
    mailServer.answers.data = '451 later';
    const tired = await queue();
    for (let n = 1; n < attemptsMax; n += 1) await expect(sender().send(tired)).rejects.toThrow(MailDelayed);
    await sender().send(tired);
    expect(await findMail(database.db, tired)).toMatchObject({ status: 'failed', attempts: attemptsMax });
  });

  it('says nothing of itself in an error', async () => {
    const id = await queue();
    mailServer.answers.data = '451 later';
    const error = await sender()
      .send(id)
      .catch((thrown: Error) => thrown);
    expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toMatch(/ada@|secret-token|451/);
  });

  it('stays queued without a mail server, and goes out when there is one', async () => {
    const id = await queue();
    const without = createMailSender({ db: database.db, transport: undefined, links });
    await without.send(id);
    await without.resume();
    expect(await findMail(database.db, id)).toMatchObject({ status: 'queued', attempts: 0 });
    await dropJobs(database);
    const old = await queue();
    await database.pool.query(`update mails set created_at = now() - interval '25 hours' where id = $1`, [old]);
    await dropJobs(database);
    await sender().resume();
    const { rows: late } = await database.pool.query('select from graphile_worker.jobs where key = $1', [
      `send_mail:${old}`,
    ]);
    expect(late).toEqual([]);
    const { rows } = await database.pool.query('select key from graphile_worker.jobs where key = $1', [
      `send_mail:${id}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('that may be switched off names the address for it in a header', async () => {
    const { port } = mailServer.server.address() as { port: number };
    const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, sender: 'no-reply@pay.example' });
    const mail = { ...empty, recipient: 'ada@example.com' };
    await transport.send({ ...mail, unsubscribe: 'https://pay.example/unsubscribe/x' }, 'mail-1');
    await transport.send(mail, 'mail-2');
    const [, notice, , other] = mailServer.taken;
    expect(notice).toMatch(/^List-Unsubscribe: <https:\/\/pay\.example\/unsubscribe\/x>$/m);
    expect(other).not.toMatch(/^List-Unsubscribe/m);
  });

  it('is purged after thirty days, and no sooner', async () => {
    const id = await queue();
    const age = (days: number) =>
      database.pool.query('update mails set created_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    await age(29);
    await purgeOldMails(database.db);
    expect(await findMail(database.db, id)).toMatchObject({ id });
    await age(31);
    await purgeOldMails(database.db);
    expect(await findMail(database.db, id)).toBeUndefined();
  });
});
