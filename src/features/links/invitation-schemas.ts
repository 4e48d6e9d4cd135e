/** Schemas of invitations and ended links in answers and events. They must never include a token. */
import { type Static, Type } from 'typebox';
import { holderStatusNames } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  Currency,
  Instant,
  NullableInstant,
  NullableRef,
  NumericId,
  nullable,
  PublicId,
  ServedModes,
  Text,
} from '../../base/schemas/parts.ts';
import { type InvitationStatus, invitationTransitions } from './invitation.ts';

export const InvitationStatusName = Type.Enum(Object.keys(invitationTransitions) as InvitationStatus[]);

export const InvitationAnswer = Type.Object(
  {
    invitation_id: PublicId('inv'),
    email: Text('ada@example.org'),
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna'),
    status: InvitationStatusName,
    modes: ServedModes,
    beneficiary_ref: NullableRef,
    expires_at: Instant,
    created_at: Instant,
    decided_at: NullableInstant,
  },
  { title: 'Invitation' },
);
export type PresentedInvitation = Static<typeof InvitationAnswer>;

export const LinkHistoryAnswer = Type.Object(
  {
    id: NumericId,
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna'),
    status: Type.Enum(['active', 'ended']),
    modes: ServedModes,
    created_at: Instant,
    ended_at: NullableInstant,
  },
  { title: 'LinkHistory' },
);
export type PresentedLink = Static<typeof LinkHistoryAnswer>;

/** In a list, for people: with what the payee can pay out. */
export const LinkRowAnswer = Type.Object(
  {
    ...LinkHistoryAnswer.properties,
    available: Type.Array(Type.Object({ currency: Currency, amount: Amount }), {
      description: 'In the mode of the request, by currency; none where nothing was credited yet',
    }),
  },
  { title: 'LinkRow' },
);

/** `open`: it can be accepted. The others say why not; see docs/contract/people.md, "For whoever is invited". */
const receivedStates = [
  'open',
  'signed_out',
  'own',
  'accepted',
  'declined',
  'revoked',
  'expired',
  'wrong_account',
  'sender',
  'unconfirmed',
  'company_suspended',
] as const;

const invitedTo = {
  company: Text('Bolt Bistro', 'Who sent it'),
  type: Type.Enum(['merchant', 'courier']),
  modes: ServedModes,
  expires_at: Instant,
};

export const ReceivedInvitationAnswer = Type.Object(
  { invitation_id: PublicId('inv'), ...invitedTo, name: Text('Taverna', 'The company’s name for the invited person') },
  { title: 'ReceivedInvitation', description: 'An open invitation to the address of the person' },
);
export type PresentedReceived = Static<typeof ReceivedInvitationAnswer>;

export const OpenedInvitationAnswer = Type.Object(
  {
    state: Type.Enum([...receivedStates]),
    ...invitedTo,
    name: nullable(Text('Taverna', 'The company’s name for the invited person; shown to them alone')),
    sent_to: Text('a…@example.org', 'The invited address, masked'),
    company_id: nullable(Type.Integer({ description: 'With `sender`', examples: [3] })),
    beneficiary_ref: NullableRef,
    holder_id: nullable(Type.Integer({ description: 'With `own`: what was linked', examples: [7] })),
    holders: Type.Array(
      Type.Object({
        holder_id: NumericId,
        name: Text('Taverna'),
        status: Type.Enum([...holderStatusNames]),
      }),
      { description: 'What the person could link, with `open`' },
    ),
  },
  { title: 'OpenedInvitation', description: 'An invitation as whoever opens its link sees it' },
);
export type PresentedOpened = Static<typeof OpenedInvitationAnswer>;

export const AcceptedAnswer = Type.Object(
  {
    holder_id: NumericId,
    beneficiary_ref: NumericId,
    already_linked: Type.Boolean({ description: 'The link was there before', examples: [false] }),
  },
  { title: 'AcceptedInvitation' },
);

export const CompanyLinkAnswer = Type.Object(
  {
    id: NumericId,
    company: Text('Bolt Bistro'),
    type: Type.Enum(['merchant', 'courier']),
    name: Text('Taverna', 'The company’s name for the payee'),
    status: Type.Enum(['active', 'ended']),
    modes: ServedModes,
    owed: Type.Array(Type.Object({ currency: Currency, amount: Amount }), {
      description: 'What the payee owes the company in this mode',
    }),
    created_at: Instant,
    ended_at: NullableInstant,
  },
  { title: 'CompanyLink', description: 'A link from the side of the payee' },
);
export type PresentedCompanyLink = Static<typeof CompanyLinkAnswer>;
