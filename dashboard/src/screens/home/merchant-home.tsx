/** The home of a merchant: of a shop, or the earnings of one that is paid by delivery platforms alone. */
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ShopHome } from './shop-home.tsx';
import { shopQuery } from './shop-query.ts';

const Earnings = lazy(async () => ({ default: (await import('../earnings/earnings.tsx')).Earnings }));

export function MerchantHome() {
  const { holder } = useBook();
  return holder.is_only_payee ? <Earnings /> : <OwnShop />;
}

function OwnShop() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const query = useQuery(shopQuery({ holderId, mode }));
  if (query.isError) {
    return (
      <Page title={t('home.title')}>
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  const loading = (
    <Page title={t('home.title')}>
      <Loading heights={[120, 320]} />
    </Page>
  );
  if (query.isPending) return loading;
  return <ShopHome facts={query.data} />;
}
