/** Asks before an invitation is declined. */
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useAnswered } from './use-invitation.ts';

type Props = { company: string; token: string; onClose: () => void };

export function Decline({ company, token, onClose }: Props) {
  const t = useStrings();
  const answered = useAnswered();
  const decline = useMutation({
    mutationFn: () => apiOf().POST('/api/v1/received-invitations/decline', { body: { invitation: token } }),
    onSuccess: answered,
    // Someone else answered it, or it ended: the page says which.
    onError: async (error) => {
      if (problemOf(error).status === 409) await answered();
    },
  });
  return (
    <Confirm
      title={t('invited.decline.title', { company })}
      action={t('invited.decline.submit')}
      destroys
      onConfirm={() => decline.mutate()}
      onClose={onClose}
      act={decline}
    >
      {t('invited.decline.text', { company })}
    </Confirm>
  );
}
