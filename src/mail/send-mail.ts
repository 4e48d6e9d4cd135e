/**
 * Sends queued mails, one job each, outside any transaction. A mail is marked sent right after the server took it; dies
 * the process between the two, it is sent again under the same Message-ID, by which mailboxes know it. What failed for
 * a moment is thrown, so that the queue tries again later. Must never log or keep what a mail server said in words.
 */
import type { Database } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Mail } from './mail.ts';
import { beginAttempt, listWaiting, setAttemptFailed, setSent } from './mails.repository.ts';
import { enqueueMail } from './queue-mail.ts';

/** @throws Error with `code`, and `responseCode` when the server answered. */
export type MailTransport = { send(mail: Mail, messageId: string): Promise<void> };

/** The queue's own pauses grow to six hours: twelve attempts are about a day. */
export const attemptsMax = 12;
const resumedMax = 1_000;
const permanentFrom = 500;

export type MailSender = {
  /** @throws MailDelayed when it did not work for now. */
  send(mailId: bigint): Promise<void>;
  /** Wakes what waited while there was no mail server. */
  resume(): Promise<void>;
};

export class MailDelayed extends Error {
  constructor() {
    super('the mail could not be sent for now');
    this.name = 'MailDelayed';
  }
}

/** @param deps.transport undefined: mails stay queued, to be read at /dev/mail. */
export function createMailSender(deps: { db: Database; transport: MailTransport | undefined }): MailSender {
  const { db, transport } = deps;
  return {
    async send(mailId) {
      if (transport === undefined) return;
      const mail = await beginAttempt(db, mailId);
      if (mail === undefined) return;
      try {
        await transport.send(mail, `mail-${mail.id}`);
      } catch (error) {
        const final = isPermanent(error) || mail.attempts >= attemptsMax;
        await setAttemptFailed(db, mail.id, codeOf(error), final);
        if (final) return;
        throw new MailDelayed();
      }
      await setSent(db, mail.id);
    },
    async resume() {
      if (transport === undefined) return;
      await inTransaction(db, async (tx) => {
        for (const id of await listWaiting(tx, resumedMax)) await enqueueMail(tx, id);
      });
    },
  };
}

type Failure = { code?: unknown; responseCode?: unknown };

/** The server said that it never will: an unknown mailbox, say. A refused sign-in is ours to mend, so it waits. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as Failure;
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= permanentFrom;
}

function codeOf(error: unknown): string {
  const { code, responseCode } = error as Failure;
  const parts = [code, responseCode].filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part ?? '')));
  return parts.length === 0 ? 'unknown' : parts.join(' ');
}
