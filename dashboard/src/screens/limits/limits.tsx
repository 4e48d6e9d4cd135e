/** What payouts cost and how much may leave, and whether money takes two people to move. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { allFailed } from '../../ui/failed-reads.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { PaymentFees } from '../fees/payment-fees.tsx';
import { ProviderOrders } from '../providers/provider-orders.tsx';
import { TransferOffer } from '../transfer-offers/transfer-offer.tsx';
import { FourEyes } from './four-eyes.tsx';
import { PayoutRules } from './payout-rules.tsx';
import { WriteOffLimits } from './write-off-limits.tsx';

export function Limits() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const rules = useQuery({
    queryKey: ['operator', 'payout-rules', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/payout-rules')),
  });
  const fourEyes = useQuery({
    queryKey: ['operator', 'four-eyes', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/four-eyes')),
  });
  const writeOffs = useQuery({
    queryKey: ['operator', 'write-off-limits', holderId, mode],
    queryFn: () => dataOf(api.GET('/api/v1/operator/write-off-limits')),
  });
  const failure = allFailed([rules, fourEyes]);
  return (
    <Page title={t('limits.title')} note={t('limits.note')}>
      {failure === undefined ? (
        <>
          <PayoutRules query={rules} />
          <PaymentFees />
          <ProviderOrders />
          <TransferOffer />
          <FourEyes query={fourEyes} />
          {writeOffs.data !== undefined && fourEyes.data !== undefined && (
            <WriteOffLimits
              limits={writeOffs.data}
              without={fourEyes.data.is_on ? 'fourEyes' : 'service'}
              mayChange={may('write_off_limits.set')}
              save={(currency, body) =>
                dataOf(
                  api.PUT('/api/v1/operator/write-off-limits/{currency}', { params: { path: { currency } }, body }),
                )
              }
            />
          )}
          <OrderRates />
        </>
      ) : (
        <ProblemNotice {...failure} />
      )}
    </Page>
  );
}

function OrderRates() {
  const t = useStrings();
  const { holderId, mode } = useBook();
  return (
    <Section title={t('op.limits.orders')}>
      <Text>
        {t('limits.orders.text')}{' '}
        <Anchor
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/h/$holderId/$mode/operator/accounts"
              params={{ holderId, mode }}
              search={{ kind: 'company' }}
              {...props}
            />
          )}
        >
          {t('limits.orders.open')}
        </Anchor>
      </Text>
    </Section>
  );
}
