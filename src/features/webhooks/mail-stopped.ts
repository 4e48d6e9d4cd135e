/** The mail to a holder's people when deliveries to an endpoint have stopped. */

import type { Tx } from '../../base/database/transaction.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import { listAddressesThatMay } from '../holders/addresses.ts';
import { findHolderName } from '../holders/holders.repository.ts';
import type { Endpoint } from './endpoint.ts';

export async function mailStopped(
  tx: Tx,
  publicUrl: string,
  endpoint: Endpoint,
  reason: 'failing' | 'gone',
): Promise<void> {
  const name = (await findHolderName(tx, endpoint.holderId)) ?? '';
  for (const address of await listAddressesThatMay(tx, endpoint.holderId, 'webhooks.change')) {
    await queueNotice(tx, 'webhooks', stoppedMail(address, name, publicUrl, endpoint, reason));
  }
}

/** Names the host alone: the rest of an address may carry a key. */
function stoppedMail(
  recipient: string,
  holder: string,
  publicUrl: string,
  { holderId, mode, host }: Endpoint,
  reason: 'failing' | 'gone',
): Mail {
  const test = mode === 'test' ? 'Test: ' : '';
  return writeMail({
    recipient,
    subject: `${test}Webhooks to ${host} ${reason === 'gone' ? 'are disabled' : 'are paused'}`,
    before: [
      reason === 'gone'
        ? `${host} answered a webhook from ${holder} with 410 Gone, so the endpoint was disabled. Nothing more is sent there.`
        : `No webhook from ${holder} has reached ${host} for three days. Nothing more is sent there until you resume the endpoint.`,
      'Events are still recorded. After you resume the endpoint, you can resend what it missed.',
    ],
    link: { label: 'Open webhooks', address: `${publicUrl}/h/${holderId}/${mode}/webhooks` },
  });
}
