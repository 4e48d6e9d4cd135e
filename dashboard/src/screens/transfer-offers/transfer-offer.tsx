/** Whether customers may pay by bank transfer at the checkout: for the operator, of all accounts or of one. */
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Section } from '../../ui/section.tsx';
import { accountsOf, OwnAccounts } from '../limits/own-accounts.tsx';
import { OfferDialog } from './offer-dialog.tsx';

type Props = {
  /** The id of a company or shop; without it the offer to the customers of all accounts. */
  account?: number;
};

export function TransferOffer({ account }: Props) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [isAsked, setIsAsked] = useState(false);
  const { data } = useQuery({
    queryKey: ['operator', 'transfer-offers', holderId, mode],
    enabled: may('bank_details.read'),
    queryFn: () => dataOf(api.GET('/api/v1/operator/transfer-offers')),
  });
  if (data === undefined) return null;
  const own = data.find(({ holder }) => holder?.holder_id === account);
  const general = data.find(({ holder }) => holder === null);
  const applies = own ?? general;
  const others = accountsOf(data);
  const says = applies?.offered === true ? t('offers.offered', { days: applies.days_to_pay }) : t('offers.notOffered');
  return (
    <Section
      title={t('offers.title')}
      footnote={t(
        account !== undefined ? 'offers.text.one' : applies?.offered === true ? 'offers.text.all' : 'offers.text.none',
      )}
      aside={
        may('bank_details.change') && (
          <Button variant="default" size="xs" onClick={() => setIsAsked(true)}>
            {t('offers.set')}
          </Button>
        )
      }
    >
      <Text fw={600}>
        {account !== undefined && own === undefined
          ? t('offers.asAll', { what: `${says.charAt(0).toLowerCase()}${says.slice(1)}` })
          : says}
      </Text>
      {account === undefined && <OwnAccounts of="offers" count={others.length} accounts={others} />}
      {isAsked && <OfferDialog account={account} offer={own} onClose={() => setIsAsked(false)} />}
    </Section>
  );
}
