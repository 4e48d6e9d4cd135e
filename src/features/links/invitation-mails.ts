/**
 * The mails about invitations and links. Pure. A token must appear only in the link. Subjects are fixed texts; a name
 * that a person typed is quoted only in the body, on one line and shortened.
 */

import { fitName, fitUnapprovedName } from '../../core/mail/fit-name.ts';
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import type { HolderRow } from '../holders/holders.repository.ts';
import { invitationsPath } from '../people/addresses.ts';
import { goodForDays } from './invitation.ts';
import type { Link } from './links.repository.ts';

type Invited = {
  publicUrl: string;
  company: Pick<HolderRow, 'name' | 'status'>;
  type: Link['type'];
  servesLive: boolean;
  token: string;
};

export const invitationPath = (token: string): string => `${invitationsPath}/${token}`;
/** The companies of a holder, in the mode that the link serves. */
const companiesPath = ({ holderId, servesLive }: Pick<Link, 'holderId' | 'servesLive'>): string =>
  `/h/${holderId}/${servesLive ? 'live' : 'test'}/companies`;

export function invitationMail(words: Words, { publicUrl, company, type, servesLive, token }: Invited): Mail {
  const { t } = words;
  const invited =
    company.status === 'active'
      ? [t('link.invitation.text', { company: fitName(company.name), type })]
      : [
          t('link.invitation.unapproved', { company: fitUnapprovedName(company.name), type }),
          t('link.invitation.warning'),
        ];
  return writeMail(words, {
    subject: t('link.invitation.subject'),
    before: [...invited, ...(servesLive ? [] : [t('link.invitation.testOnly')])],
    link: { label: t('link.invitation.link'), address: `${publicUrl}${invitationPath(token)}` },
    after: [t('link.invitation.after', { days: goodForDays }), t('link.invitation.ignore')],
  });
}

type Party = { name: string; type: Link['type'] };

/** To the company, in English. */
export const acceptedMail = (words: Words, { name, type, linkId }: Party & { linkId: bigint }): Mail =>
  writeMail(words, {
    subject: 'An invitation was accepted',
    before: [
      `The ${type} “${fitName(name)}” accepted your invitation. The link ID to use in the splits of your orders is ${linkId}.`,
    ],
  });

/** To the company, in English. */
export const declinedMail = (words: Words, { name, type }: Party): Mail =>
  writeMail(words, {
    subject: 'An invitation was declined',
    before: [`The ${type} you invited as “${fitName(name)}” declined, so nothing was linked.`],
  });

/** To the company, in English. */
export const endedByPartyMail = (words: Words, { name, type, linkId }: Party & { linkId: bigint }): Mail =>
  writeMail(words, {
    subject: 'A link was ended',
    before: [
      `The ${type} “${fitName(name)}” ended link ${linkId}. New orders can't use it. Orders already recorded are still credited.`,
    ],
  });

type Ended = {
  publicUrl: string;
  companyName: string;
  link: Pick<Link, 'id' | 'type' | 'holderId' | 'servesLive'>;
};

export const endedByCompanyMail = (words: Words, { publicUrl, companyName, link }: Ended): Mail =>
  writeMail(words, {
    subject: words.t('link.ended.subject'),
    before: [words.t('link.ended.text', { company: fitName(companyName), id: String(link.id), type: link.type })],
    link: { label: words.t('link.ended.link'), address: `${publicUrl}${companiesPath(link)}` },
  });
