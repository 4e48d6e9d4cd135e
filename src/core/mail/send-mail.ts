/**
 * Sends queued mails, one per job, outside any transaction. Delivery is at least once: if the process dies before a
 * mail is marked sent, it is sent again with the same Message-ID. Temporary failures are thrown so that the queue
 * retries. Must never log or store the text of a mail server's answer.
 */
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { OutgoingMail } from './mail.ts';
import { beginAttempt, listWaiting, setAttemptFailed, setSent } from './mails.repository.ts';
import { enqueueMail } from './queue-mail.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';
import { withUnsubscribe } from './with-unsubscribe.ts';

/** @throws Error with `code`, and `responseCode` when the server answered. */
export type MailTransport = { send(mail: OutgoingMail, messageId: string): Promise<void> };

/** With the queue's backoff of up to six hours, twelve attempts take about a day. */
export const attemptsMax = 12;
const resumedMax = 1_000;
const permanentFrom = 500;

export type MailSender = {
  /** @throws MailDelayed on a temporary failure. */
  send(mailId: bigint): Promise<void>;
  /** Enqueues again the mails that were left queued while no mail server was configured. */
  resume(): Promise<void>;
};

export class MailDelayed extends Error {
  constructor() {
    super('the mail could not be sent for now');
    this.name = 'MailDelayed';
  }
}

/** @param deps.transport undefined: mails stay queued and can be read at /dev/mail. */
export function createMailSender(deps: {
  db: Database;
  transport: MailTransport | undefined;
  links: UnsubscribeLinks;
}): MailSender {
  const { db, transport, links } = deps;
  return {
    async send(mailId) {
      if (transport === undefined) return;
      const mail = await beginAttempt(db, mailId);
      if (mail === undefined) return;
      try {
        await transport.send(await withUnsubscribe(db, mail, links), `mail-${mail.id}`);
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

/**
 * A 5xx reply, such as an unknown mailbox, is permanent. A failed login to the mail server is our own configuration
 * error, so it is retried.
 */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as Failure;
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= permanentFrom;
}

function codeOf(error: unknown): string {
  const { code, responseCode } = error as Failure;
  const parts = [code, responseCode].filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part ?? '')));
  return parts.length === 0 ? 'unknown' : parts.join(' ');
}
