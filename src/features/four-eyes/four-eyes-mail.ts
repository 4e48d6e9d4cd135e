/** Tells the other administrators that one of them wants four eyes off. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';

export const fourEyesOffMail = (recipient: string): Mail =>
  writeMail({
    recipient,
    subject: 'An administrator wants to turn off four-eyes approval',
    before: [
      'An administrator asked to turn off four-eyes approval. Once it is off, one person alone can move money.',
      'It stays on until another administrator decides. Open "Fees and limits" in the dashboard to agree or decline.',
    ],
  });
