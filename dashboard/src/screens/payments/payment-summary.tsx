/** What a payment brought in: the amount less fees, refunds and disputes. */
import type { PaymentInFull } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { amountOf, thousandthsOf } from '../../ui/decimal.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFeeWords } from '../fees/fee-words.ts';
import classes from './payment.module.css';

export function PaymentSummary({ payment }: { payment: PaymentInFull }) {
  const t = useStrings();
  const words = useFeeWords();
  const {
    currency,
    fee,
    fee_rate: rate,
    fee_returned: feeReturned,
    refunded_amount: refunded,
    charged_back_amount: disputed,
  } = payment;
  const feeLabel =
    rate === null
      ? t('payment.summary.fee')
      : t('payment.summary.feeAt', { rate: words.cost({ fee: rate, currency }) });
  const lines = [
    { label: t('payment.summary.paid'), amount: payment.capture?.captured_amount ?? payment.amount },
    { label: feeLabel, amount: -fee },
    { label: t('payment.summary.feeReturned'), amount: feeReturned },
    { label: t('payment.summary.refunded'), amount: -refunded },
    { label: t('payment.summary.chargedBack'), amount: -disputed },
  ].filter(({ amount }) => amount !== 0);
  const net = amountOf(lines.reduce((sum, { amount }) => sum + thousandthsOf(amount), 0n));
  return (
    <Panel title={t('payment.summary')}>
      <dl style={{ margin: 0 }}>
        {lines.map(({ label, amount }) => (
          <div key={label} className={classes.sum}>
            <dt>{label}</dt>
            <dd style={{ margin: 0 }}>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
        <div className={`${classes.sum} ${classes.net}`}>
          <dt>{t('payment.summary.net')}</dt>
          <dd style={{ margin: 0 }}>
            <Money amount={net} currency={currency} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
