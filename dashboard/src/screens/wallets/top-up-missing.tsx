/** A top-up that begins with what the next settlement lacks. */
import { Button, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { companyQuery } from '../home/company-query.ts';
import { TopUpDialog } from './top-up-dialog.tsx';

/** @param props.currency the one to begin with; without it the first that lacks something. */
export function TopUpMissing({ currency, ...button }: { currency?: string } & Pick<ButtonProps, 'size'>) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const [isOpen, setOpen] = useState(false);
  const home = useQuery(companyQuery({ holderId, mode }));
  const currencies = home.data?.currencies ?? [];
  const short = currencies.find((one) => one.missing > 0 && (currency === undefined || one.currency === currency));
  const first = short?.currency ?? currency;
  const others = currencies.map((one) => one.currency).filter((one) => one !== first);
  return (
    <>
      <Button {...button} loading={home.isPending} onClick={() => setOpen(true)}>
        {t('wallets.topUp')}
      </Button>
      {isOpen && (
        <TopUpDialog
          currencies={[...(first === undefined ? [] : [first]), ...others]}
          {...(short === undefined ? {} : { missing: { amount: short.missing, currency: short.currency } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
