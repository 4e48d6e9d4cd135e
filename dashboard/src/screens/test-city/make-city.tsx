/** Makes the test city, and leads to its evening. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useCityActs } from './use-city.ts';

export function MakeCity() {
  const t = useStrings();
  const { holderId } = useBook();
  const navigate = useNavigate();
  const { make } = useCityActs();
  const onSuccess = () => {
    showToast(t('city.made'));
    void navigate({ to: '/h/$holderId/$mode/developers/test-clock', params: { holderId, mode: 'test' } });
  };
  return (
    <>
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate(undefined, { onSuccess })}>
        {t('city.make')}
      </Button>
      {make.isError && <ProblemNotice error={make.error} />}
    </>
  );
}
