/** The events of invitations and of the links that they lead to. */
import { Type } from 'typebox';
import { PublicId } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { InvitationAnswer, LinkHistoryAnswer } from './invitation-schemas.ts';

const { properties: linkFields } = LinkHistoryAnswer;
const company = eventFor('company');

export const linkEvents = {
  'invitation.accepted': company(InvitationAnswer, 'A merchant or courier accepted the invitation.'),
  'invitation.declined': company(InvitationAnswer, 'A merchant or courier declined the invitation.'),
  'invitation.revoked': company(InvitationAnswer, 'The company revoked the invitation.'),
  'invitation.expired': company(InvitationAnswer, 'The invitation was not accepted or declined in time.'),
  'link.created': company(
    Type.Object({ ...linkFields, invitation_id: Type.Optional(PublicId('inv')) }),
    'A merchant or courier is linked to the company; of a test payee, without an invitation.',
  ),
  'link.widened': company(Type.Object(linkFields), 'A link that served only test mode now serves live mode too.'),
  'link.ended': company(
    Type.Object({ ...linkFields, ended_by: Type.Enum(['company', 'beneficiary']) }),
    'The link takes no new orders.',
  ),
} satisfies EventDeclarations;
