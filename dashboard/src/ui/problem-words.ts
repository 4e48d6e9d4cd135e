/** What to tell a person about a problem. Refusals of the service carry words of their own. */
import { type Problem, unreachable } from '../api/problem.ts';
import { useStrings } from '../strings/strings.tsx';

const secondsPerMinute = 60;

export function useProblemWords(): (problem: Problem) => string {
  const t = useStrings();
  return (problem) => {
    if (problem.code === unreachable) return t('problem.unreachable');
    if (problem.status === 503) return t('problem.busy');
    if (problem.status === 429) {
      const minutes = Math.max(1, Math.ceil((problem.retryAfter ?? secondsPerMinute) / secondsPerMinute));
      return t('problem.throttled', { minutes });
    }
    if (problem.status === 0 || problem.status >= 500 || problem.message === '') return t('problem.unexpected');
    return problem.message;
  };
}
