/**
 * The mails about invitations and links. Pure. A token must appear only in the link. Subjects are fixed texts; a name
 * that a person typed is quoted only in the body, on one line and shortened.
 */

import { type Mail, writeMail } from '../../core/mail/mail.ts';
import { quoted, quotedUnapproved } from '../../core/mail/quoted-name.ts';
import type { HolderRow } from '../holders/holders.repository.ts';
import { invitationsPath } from '../people/addresses.ts';
import { goodForDays } from './invitation.ts';
import type { Link } from './links.repository.ts';

const unapprovedText = 'The operator of this service has not approved this platform yet.';
const testOnlyText = 'This invitation is for test mode: no real money is involved unless the platform allows it later.';

type Invited = {
  recipient: string;
  company: Pick<HolderRow, 'name' | 'status'>;
  type: Link['type'];
  servesLive: boolean;
  token: string;
};

export const invitationPath = (token: string): string => `${invitationsPath}/${token}`;
/** The companies of a holder, in the mode that the link serves. */
const companiesPath = ({ holderId, servesLive }: Pick<Link, 'holderId' | 'servesLive'>): string =>
  `/h/${holderId}/${servesLive ? 'live' : 'test'}/companies`;

export const invitationMail = (publicUrl: string, { recipient, company, type, servesLive, token }: Invited): Mail =>
  writeMail({
    recipient,
    subject: 'You are invited to get paid through Sluice',
    before: [
      `${company.status === 'active' ? `The platform ${quoted(company.name)}` : `A platform that calls itself ${quotedUnapproved(company.name)}`} wants to pay you through Sluice as a ${type}. Once you accept, you are credited your share of its orders.`,
      ...(company.status === 'active' ? [] : [unapprovedText]),
      ...(servesLive ? [] : [testOnlyText]),
    ],
    link: { label: 'View invitation', address: `${publicUrl}${invitationPath(token)}` },
    after: [
      `The link works for ${goodForDays} days, once, and only for someone who signs in with this address. Nothing happens until you accept.`,
      'If you do not know this platform, you can ignore this email.',
    ],
  });

type Party = { recipient: string; name: string; type: Link['type'] };

export const acceptedMail = ({ recipient, name, type, linkId }: Party & { linkId: bigint }): Mail =>
  writeMail({
    recipient,
    subject: 'An invitation was accepted',
    before: [
      `The ${type} ${quoted(name)} accepted your invitation. The link ID to use in the splits of your orders is ${linkId}.`,
    ],
  });

export const declinedMail = ({ recipient, name, type }: Party): Mail =>
  writeMail({
    recipient,
    subject: 'An invitation was declined',
    before: [`The ${type} you invited as ${quoted(name)} declined, so nothing was linked.`],
  });

export const endedByPartyMail = ({ recipient, name, type, linkId }: Party & { linkId: bigint }): Mail =>
  writeMail({
    recipient,
    subject: 'A link was ended',
    before: [
      `The ${type} ${quoted(name)} ended link ${linkId}. New orders can't use it. Orders already recorded are still credited.`,
    ],
  });

type Ended = { recipient: string; companyName: string; link: Pick<Link, 'id' | 'type' | 'holderId' | 'servesLive'> };

export const endedByCompanyMail = (publicUrl: string, { recipient, companyName, link }: Ended): Mail =>
  writeMail({
    recipient,
    subject: 'A platform ended its link to you',
    before: [
      `The platform ${quoted(companyName)} ended link ${link.id}, under which you were its ${link.type}. Orders already recorded are still credited to you.`,
    ],
    link: { label: 'View your platforms', address: `${publicUrl}${companiesPath(link)}` },
  });
