/** A company's or shop's own facts, and its way to live mode. */
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import { useAdmission } from '../../app/admission.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { anyFailed } from '../../ui/failed-reads.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { OwnFees } from '../fees/own-fees.tsx';
import { CloseAccount } from '../leaving/close-account.tsx';
import { BecomeShop } from './become-shop.tsx';
import { BusinessDetails } from './business-details.tsx';
import { BusinessForm } from './business-form.tsx';
import { GoLiveState } from './go-live-state.tsx';

export function Business() {
  const t = useStrings();
  const { holderId, mode, holder, api } = useBook();
  const may = useMay();
  const admission = useAdmission();
  const business = useQuery({
    queryKey: ['business', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/business')),
    // The form keeps what is typed; it is not filled anew behind the person's back.
    refetchOnWindowFocus: false,
  });
  // A payee that asks to go live is asked for everything: the service requires it.
  const isOfShop = !(holder.is_only_payee && admission.data?.status === 'active');
  const failure = anyFailed([business, admission]);
  return (
    <Page title={t('business.title')} note={t(holder.is_only_payee ? 'business.note.payee' : 'business.note')}>
      {failure !== undefined ? (
        <ProblemNotice {...failure} />
      ) : business.data === undefined || admission.data === undefined ? (
        <Loading heights={[320]} />
      ) : (
        <>
          {isOfShop && <GoLiveState admission={admission.data} isComplete={business.data.missing.length === 0} />}
          {may('business.change') ? (
            <BusinessForm facts={business.data} admission={admission.data} isOfShop={isOfShop} />
          ) : (
            <BusinessDetails facts={business.data} isOfShop={isOfShop} />
          )}
          {holder.is_only_payee && may('payments.create') && <BecomeShop />}
          {!holder.is_only_payee && <OwnFees />}
          <CloseAccount />
        </>
      )}
    </Page>
  );
}
