/** What to type into the bank's form, line by line, each to copy. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TransferTopUp } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { grouped } from './grouped.ts';
import classes from './instructions.module.css';

type Props = {
  /** As it is shown; none where any amount may be sent. */
  amount?: string;
  reference: string | null;
  bank: TransferTopUp['bank_details'];
};

export function Instructions({ amount, reference, bank }: Props) {
  const t = useStrings();
  return (
    <dl className={classes.lines}>
      {amount !== undefined && (
        <Line label={t('transfer.what.amount')}>
          <Copyable value={amount} what={t('transfer.what.amount')} />
        </Line>
      )}
      {reference !== null && (
        <Line label={t('transfer.what.reference')}>
          <Copyable value={grouped(reference)} what={t('transfer.what.reference')} />
        </Line>
      )}
      {bank !== null && (
        <>
          <Line label={t('transfer.what.holder')}>
            <Copyable value={bank.account_holder} what={t('transfer.what.holder')} />
          </Line>
          {bank.iban !== null && (
            <Line label={t('transfer.what.iban')}>
              <Copyable value={grouped(bank.iban)} what={t('transfer.what.iban')} />
            </Line>
          )}
          {bank.bic !== null && (
            <Line label={t('transfer.what.bic')}>
              <Copyable value={bank.bic} what={t('transfer.what.bic')} />
            </Line>
          )}
          {bank.bank_name !== null && <Line label={t('transfer.what.bank')}>{bank.bank_name}</Line>}
          {bank.other !== null && (
            <Line label={t('transfer.what.other')}>
              <Text component="div" className={classes.other ?? ''}>
                {bank.other}
              </Text>
            </Line>
          )}
        </>
      )}
    </dl>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
