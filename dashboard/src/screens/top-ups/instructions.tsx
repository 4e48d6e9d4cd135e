/** What to type into the bank's form, line by line, each to copy. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TransferTopUp } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { useMoney } from '../../ui/money.tsx';
import { grouped } from './grouped.ts';
import classes from './instructions.module.css';

export function Instructions({ transfer }: { transfer: TransferTopUp }) {
  const t = useStrings();
  const money = useMoney();
  const { bank_details: bank, reference } = transfer;
  return (
    <dl className={classes.lines}>
      <Line label={t('transfer.what.amount')}>
        <Copyable value={money(transfer.amount, transfer.currency)} what={t('transfer.what.amount')} />
      </Line>
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
