/** The members of the open account: their list and what is done with them, for accounts and for the operator's own. */
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Member } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import type { StringId } from '../../strings/strings.tsx';
import { type MailLanguage, withLanguage } from '../../ui/mail-language.tsx';

export type Role = Member['role'];
export type Invitation = { email: string; role: Role; language: MailLanguage };

const ofAccount = ['owner', 'finance', 'developer', 'viewer'] as const;
const ofOperator = ['administrator', 'finance', 'support', 'viewer'] as const;

/** Each kind of team has its own roles; the form offers no others. */
function among<R extends Role>(roles: readonly R[], role: Role): R {
  const found = roles.find((one) => one === role);
  if (found === undefined) throw new Error(`this team has no ${role}`);
  return found;
}

/** What a role may do. The operator's finance people do other things than those of a company. */
export const roleText = (role: Role, isOperator: boolean): StringId =>
  isOperator && role === 'finance' ? 'role.operatorFinance.text' : `role.${role}.text`;

export function useTeam() {
  const { holderId, mode, holder, api } = useBook();
  const queries = useQueryClient();
  const isOperator = holder.kind === 'service';
  const may = useMay();
  const base = isOperator ? '/api/v1/operator/members' : '/api/v1/members';
  const queryKey = ['members', holderId, mode];
  const person = (personId: string) => ({ params: { path: { person_id: personId } } });
  return {
    isOperator,
    roles: (isOperator ? ofOperator : ofAccount) as readonly Role[],
    /** Invites, changes roles, removes. */
    manages: may(isOperator ? 'operators.invite' : 'members.invite'),
    mayLeave: may(isOperator ? 'operators.leave' : 'members.leave'),
    queryKey,
    refresh: () => queries.invalidateQueries({ queryKey }),
    read: () => dataOf(api.GET(base)),
    invite: ({ email, role, language }: Invitation) =>
      isOperator
        ? api.POST('/api/v1/operator/members/invitations', {
            body: { email, role: among(ofOperator, role), ...withLanguage(language) },
          })
        : api.POST('/api/v1/members/invitations', {
            body: { email, role: among(ofAccount, role), ...withLanguage(language) },
          }),
    changeRole: (personId: string, role: Role) =>
      isOperator
        ? api.PATCH('/api/v1/operator/members/{person_id}', {
            ...person(personId),
            body: { role: among(ofOperator, role) },
          })
        : api.PATCH('/api/v1/members/{person_id}', { ...person(personId), body: { role: among(ofAccount, role) } }),
    remove: (personId: string) => api.DELETE(`${base}/{person_id}`, person(personId)),
    leave: () => api.POST(`${base}/leave`),
    answer: (id: string, what: 'resend' | 'revoke') =>
      api.POST(`${base}/invitations/{id}/${what}`, { params: { path: { id } } }),
  };
}

export type Team = ReturnType<typeof useTeam>;
