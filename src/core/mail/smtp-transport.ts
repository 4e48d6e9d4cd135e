/**
 * Sends mail through SMTP. Must never read a file or fetch an address that a mail contains, nor use any other sender or
 * recipient than those it is given.
 */
import { createTransport } from 'nodemailer';
import type { MailTransport } from './send-mail.ts';

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;

type SmtpSettings = {
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  url: string;
  /** The sender's email address. */
  sender: string;
};

export function createSmtpTransport({ url, sender }: SmtpSettings): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
  });
  const domain = sender.split('@').at(-1) ?? 'localhost';
  return {
    async send({ recipient, subject, text, html, unsubscribe }, messageId) {
      await transport.sendMail({
        from: { name: 'Sluice', address: sender },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        messageId: `<${messageId}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe === undefined ? {} : { 'List-Unsubscribe': `<${unsubscribe}>` }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}
