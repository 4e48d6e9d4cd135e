/** Saves a rule or a limit: what the service refuses is shown at its field, and every screen reads it again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStrings } from '../../strings/strings.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { showToast } from '../../ui/toast.ts';

type Form = { setErrors: (problems: ReturnType<typeof fieldProblems>) => void };

export function useSaving<B>(send: (body: B) => Promise<unknown>, form: Form, onClose: () => void) {
  const t = useStrings();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      showToast(t('limits.saved'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldProblems(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}
