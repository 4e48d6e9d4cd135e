/** The payments that the bank booked as one line: how many, and a list of them. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { StatementLine } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Figures } from '../../ui/figures.tsx';
import { Money } from '../../ui/money.tsx';
import { Counterparty } from './counterparty.tsx';
import classes from './reconciliation.module.css';

type Payments = NonNullable<StatementLine['payments']>;
type Props = { payments: Payments; line: StatementLine };

export function LinePayments({ payments, line }: Props) {
  const t = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('recon.payments', { count: payments.count })}
      </Button>
      {isOpen && <PaymentsDialog payments={payments} line={line} onClose={() => setOpen(false)} />}
    </>
  );
}

function PaymentsDialog({ payments: { count, first }, line, onClose }: Props & { onClose: () => void }) {
  const t = useStrings();
  const title = t('recon.payments', { count });
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <Figures
        label={title}
        heads={[{ title: t('recon.payments.who') }, { title: t('recon.column.amount'), align: 'end' }]}
        rows={first.map((payment, index) => ({
          key: String(index),
          cells: [
            <PaymentWho key="who" payment={payment} />,
            payment.amount === null ? (
              t('app.none')
            ) : (
              <Money
                key="amount"
                amount={payment.amount}
                currency={line.currency}
                signed={line.direction !== 'unknown'}
              />
            ),
          ],
        }))}
      />
      {first.length < count && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('recon.payments.first', { count: first.length })}
        </Text>
      )}
    </Dialog>
  );
}

const PaymentWho = ({ payment }: { payment: Payments['first'][number] }) => (
  <>
    <Counterparty name={payment.counterparty_name} account={payment.counterparty_account} />
    <Text size="sm" className={classes.text ?? ''}>
      {payment.reference === '' ? payment.end_to_end_id : payment.reference}
    </Text>
  </>
);
