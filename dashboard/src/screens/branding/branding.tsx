/** How the company or shop appears at the checkout: logo, colour and contacts, beside a preview. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { brandingKey } from './branding-answer.ts';
import { BrandingFacts, BrandingForm } from './branding-form.tsx';

export function Branding() {
  const t = useStrings();
  const { holderId, api } = useBook();
  const mayChange = useMay()('branding.change');
  const query = useQuery({
    queryKey: brandingKey(holderId),
    queryFn: () => dataOf(api.GET('/api/v1/branding')),
  });
  return (
    <Page title={t('branding.title')} note={t('branding.text')}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading heights={[480]} />}
      {query.isSuccess &&
        (mayChange ? <BrandingForm key={holderId} branding={query.data} /> : <BrandingFacts branding={query.data} />)}
    </Page>
  );
}
