/**
 * The development mailbox at /dev/mail: shows every mail, because none is sent without a mail server. Only under
 * `start`, which listens on loopback. Must never be part of `serve`: the links give access to accounts.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { serviceAnswers } from '../../api/operations/answers.ts';
import { stylesheetPath } from '../../api/shared/checkout-addresses.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { htmlAnswer } from '../../core/http/answers.ts';
import { findMail, listMails, type StoredMail } from '../../core/mail/mails.repository.ts';
import type { UnsubscribeLinks } from '../../core/mail/unsubscribe-links.ts';
import { withUnsubscribe } from '../../core/mail/with-unsubscribe.ts';
import { assetAnswers } from '../../core/pages/page-answers.ts';
import { pageHeaders } from '../../core/pages/page-headers.ts';
import { html, pageAsset, renderPage } from '../../core/pages/render-page.ts';

const stylesheet = 'app/commands/views/mailbox.css';
const stylesheetAddress = '/dev/mailbox.css';
const mailsShownMax = 100;
const idPattern = /^[0-9]{1,18}$/;

export type MailboxDeps = { db: Database; unsubscribeLinks: UnsubscribeLinks };

/** What a page of development declares; its errors are JSON, as at every address that no other interface owns. */
export const developmentPage = {
  hide: true,
  response: serviceAnswers({ 200: htmlAnswer('A page') }, ['not_found']),
};

export function mailboxPages(app: FastifyInstance, { db, unsubscribeLinks }: MailboxDeps): void {
  app.get(
    stylesheetAddress,
    { schema: { hide: true, response: assetAnswers('text/css') } },
    async (_request, reply) => {
      const { type, text } = pageAsset(stylesheet);
      return reply.type(type).send(text);
    },
  );
  app.get('/dev/mail', { schema: developmentPage }, async (_request, reply) => {
    const mails = (await listMails(db, mailsShownMax)).map(presentMail);
    return sendDevelopmentPage(reply, 'mailbox', { title: 'Mailbox', mails });
  });
  app.get('/dev/mail/:id', { schema: developmentPage }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const mail = idPattern.test(id) ? await findMail(db, BigInt(id)) : undefined;
    if (mail === undefined) throw new AppError('not_found');
    const { text } = await withUnsubscribe(db, mail, unsubscribeLinks);
    return sendDevelopmentPage(reply, 'message', {
      title: mail.subject,
      mail: presentMail(mail),
      parts: linkify(text),
    });
  });
}

const presentMail = ({ id, recipient, subject, status, lastError, createdAt }: StoredMail) => ({
  id: String(id),
  recipient,
  subject,
  status,
  lastError,
  time: displayTime(createdAt),
  instant: createdAt.toISOString(),
});

type Part = { text: string; isLink: boolean };

/** Turns addresses into links, as mail programs do. */
const linkify = (text: string): Part[] =>
  text.split(/(https?:\/\/\S+)/).map((part, index) => ({ text: part, isLink: index % 2 === 1 }));

/** @param view of `views/`, with what it shows. */
export function sendDevelopmentPage(
  reply: FastifyReply,
  view: string,
  data: { title: string } & Record<string, unknown>,
): FastifyReply {
  const frame = { testMode: false, stylesheetPath: stylesheetPath(), ownStylesheetPath: stylesheetAddress };
  const page = renderPage(`app/commands/views/${view}`, { ...data, ...frame });
  return reply.headers(pageHeaders).type(html).send(page);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov 2026, 09:05 UTC`: one fixed format, because the reader's locale is unknown without a script. */
function displayTime(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}
