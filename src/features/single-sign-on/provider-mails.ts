/** The mail about an account's sign-in provider, in each person's own language. Pure. */
import { fitName } from '../../core/mail/fit-name.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

/** @param change.issuer null: it was removed. */
export const providerMail = (
  words: Words,
  { team: { name }, issuer }: { team: { name: string }; issuer: string | null },
): Mail => {
  const team = fitName(name);
  return writeMail(words, {
    subject: words.t('singleSignOn.changed.subject'),
    before: [
      issuer === null
        ? words.t('singleSignOn.removed.text', { team })
        : words.t('singleSignOn.changed.text', { team, issuer: fitName(issuer) }),
      words.t('singleSignOn.unexpected'),
    ],
  });
};
