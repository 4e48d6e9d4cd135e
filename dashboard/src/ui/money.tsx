/** An amount of money as the reader's locale writes it, always with its currency. */
import { Text, type TextProps } from '@mantine/core';
import { useIntl } from 'react-intl';
import { axisMoneyFormat, moneyFormat, shortMoneyFormat, withMinus } from './money-format.ts';

type Props = TextProps & { amount: number; currency: string /** Shows + before what came in. */; signed?: boolean };

export function Money({ amount, currency, signed = false, ...text }: Props) {
  const format = useMoney();
  return (
    <Text component="span" className="amount" inherit {...text}>
      {format(amount, currency, signed)}
    </Text>
  );
}

/** Formats an amount as text, for labels and charts. @param amount a decimal, as the API answers it. */
export function useMoney(): (amount: number, currency: string, signed?: boolean) => string {
  const intl = useIntl();
  return (amount, currency, signed) => withMinus(intl.formatNumber(amount, moneyFormat(currency, signed)));
}

/** An amount on the axis of a chart: without decimals where they are zero, and shortened if it is longer than it may be. */
export function useAxisMoney(): (amount: number, currency: string, signsMax: number) => string {
  const intl = useIntl();
  return (amount, currency, signsMax) => {
    const whole = intl.formatNumber(amount, axisMoneyFormat(currency, amount));
    const shown = whole.length <= signsMax ? whole : intl.formatNumber(amount, shortMoneyFormat(currency));
    return withMinus(shown);
  };
}
