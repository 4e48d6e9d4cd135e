/** The mail to a holder's people when deliveries to an endpoint have stopped. */

import type { Tx } from '../../base/database/transaction.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { listReadersThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import type { Endpoint } from './endpoint.ts';

export async function mailStopped(
  tx: Tx,
  publicUrl: string,
  endpoint: Endpoint,
  reason: 'failing' | 'gone',
): Promise<void> {
  const name = (await findHolderName(tx, endpoint.holderId)) ?? '';
  for (const reader of await listReadersThatMay(tx, endpoint.holderId, 'webhooks.change')) {
    await queueNotice(tx, 'webhooks', reader, (words) => stoppedMail(words, { publicUrl, name, endpoint, reason }));
  }
}

type Stopped = {
  publicUrl: string;
  name: string;
  endpoint: Pick<Endpoint, 'holderId' | 'mode' | 'host'>;
  reason: 'failing' | 'gone';
};

/** Names the host alone: the rest of an address may carry a key. */
export function stoppedMail(words: Words, { publicUrl, name, endpoint, reason }: Stopped): Mail {
  const { t } = words;
  const { holderId, mode } = endpoint;
  const host = endpoint.host ?? '';
  const isGone = reason === 'gone';
  const subject = t(isGone ? 'webhook.disabled.subject' : 'webhook.paused.subject', { host });
  return writeMail(words, {
    subject: mode === 'test' ? t('mail.test', { subject }) : subject,
    before: [t(isGone ? 'webhook.disabled.text' : 'webhook.paused.text', { name, host }), t('webhook.resume')],
    link: { label: t('webhook.link'), address: `${publicUrl}/h/${holderId}/${mode}/webhooks` },
  });
}
