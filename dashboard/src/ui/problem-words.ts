/** What to tell a person about a problem. Refusals of the service carry words of their own. */
import { useIntl } from 'react-intl';
import { isConflict } from '../api/once.ts';
import { type Problem, unreachable } from '../api/problem.ts';
import { type StringId, useShownLanguage, useStrings } from '../strings/strings.tsx';

const secondsPerMinute = 60;

/** @returns the words; of a read, which changes nothing in any case, without saying so. */
export function useProblemWords(): (problem: Problem, isRead?: boolean) => string {
  const t = useStrings();
  const { messages } = useIntl();
  const language = useShownLanguage();
  return (problem, isRead = false) => {
    if (problem.code === unreachable) return t('problem.unreachable');
    // The dialog that takes the code was closed.
    if (problem.code === 'second_factor_required') return t('problem.secondFactor');
    if (problem.status === 503) return t('problem.busy');
    if (problem.status === 429) {
      const minutes = Math.max(1, Math.ceil((problem.retryAfter ?? secondsPerMinute) / secondsPerMinute));
      return t('problem.throttled', { minutes });
    }
    // The request’s own key, not a reference that the person typed.
    if (isConflict(problem) && problem.message.includes('idempotency key')) return t('problem.repeated');
    if (problem.status === 0 || problem.status >= 500 || problem.message === '')
      return t(isRead ? 'problem.unexpected.read' : 'problem.unexpected');
    const known = `refusal.${problem.code}`;
    return language !== 'en' && known in messages ? t(known as StringId) : problem.message;
  };
}
