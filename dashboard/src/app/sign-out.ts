/** Signing out. */
import { useMutation } from '@tanstack/react-query';
import { apiOf } from '../api/client.ts';
import { problemOf } from '../api/problem.ts';
import { useProblemWords } from '../ui/problem-words.ts';
import { showProblemToast } from '../ui/toast.ts';

export function useSignOut() {
  const wordsOf = useProblemWords();
  return useMutation({
    mutationFn: async () => {
      try {
        await apiOf().DELETE('/api/v1/session');
      } catch (error) {
        if (problemOf(error).code !== 'signed_out') throw error;
      }
    },
    // A new page, so that nothing of this person stays in its memory.
    onSuccess: () => location.assign('/sign-in'),
    onError: (error) => showProblemToast(wordsOf(problemOf(error))),
  });
}
