/** Changing a role, removing a member, leaving, and what is done with an invitation. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Member, MemberInvitation } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { readSession, sessionQuery } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { fieldProblem } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { RoleField } from './role-field.tsx';
import type { Team } from './team.ts';

type Props = { team: Team; onClose: () => void };

export function ChangeRole({ member, team, onClose }: Props & { member: Member }) {
  const t = useStrings();
  const queries = useQueryClient();
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    mutationFn: () => team.changeRole(member.person_id, role),
    onSuccess: async () => {
      showToast(t('members.changed', { name: member.name, role: t(`role.${role}`) }));
      onClose();
      // Whoever changed their own role sees other screens from now on.
      if (member.you) await queries.invalidateQueries(sessionQuery);
      await team.refresh();
    },
  });
  return (
    <FormDialog
      title={t('members.changeRole.title', { name: member.name })}
      action={t('members.changeRole.submit')}
      canSubmit={role !== member.role}
      onSubmit={() => change.mutate()}
      onClose={onClose}
      act={change}
    >
      <RoleField team={team} value={role} onChange={setRole} error={fieldProblem(change.error, 'role')} />
    </FormDialog>
  );
}

export function RemoveMember({ member, team, onClose }: Props & { member: Member }) {
  const t = useStrings();
  const { name } = member;
  const remove = useMutation({
    mutationFn: () => team.remove(member.person_id),
    onSuccess: () => {
      showToast(t('members.removed', { name }));
      onClose();
      return team.refresh();
    },
  });
  return (
    <Confirm
      title={t('members.remove.title', { name })}
      action={t('members.remove.submit')}
      destroys
      onConfirm={() => remove.mutate()}
      onClose={onClose}
      act={remove}
    >
      {t('members.remove.text', { name })}
    </Confirm>
  );
}

export function LeaveAccount({ team, onClose }: Props) {
  const t = useStrings();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { name, kind } = useBook().holder;
  const leave = useMutation({
    mutationFn: team.leave,
    onSuccess: async () => {
      showToast(t('members.left', { name }));
      const session = await readSession();
      await navigate({ to: '/profile', replace: true });
      queries.setQueryData(sessionQuery.queryKey, session);
      await navigate({ to: '/', replace: true });
    },
  });
  return (
    <Confirm
      title={t('members.leave.title', { name })}
      action={t('members.leave.submit')}
      destroys
      onConfirm={() => leave.mutate()}
      onClose={onClose}
      act={leave}
    >
      {t(kind === 'service' ? 'members.leave.text.operator' : 'members.leave.text')}
    </Confirm>
  );
}

type OnInvitation = Props & { what: 'resend' | 'revoke'; invitation: MemberInvitation };

export function AnswerInvitation({ what, invitation, team, onClose }: OnInvitation) {
  const t = useStrings();
  const { email, invitation_id: id } = invitation;
  const answer = useMutation({
    mutationFn: () => team.answer(id, what),
    onSuccess: () => {
      showToast(what === 'revoke' ? t('members.revoked') : t('members.resent', { email }));
      onClose();
      return team.refresh();
    },
  });
  return (
    <Confirm
      title={t(`members.${what}.title`, { email })}
      action={t(what === 'revoke' ? 'members.revoke.submit' : 'members.resend')}
      destroys={what === 'revoke'}
      onConfirm={() => answer.mutate()}
      onClose={onClose}
      act={answer}
    >
      {t(`members.${what}.text`, { email })}
    </Confirm>
  );
}
