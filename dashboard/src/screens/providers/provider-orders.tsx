/** Which payment providers may charge, and which is asked first: for the operator, of all accounts or of one. */
import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { PaymentProviders } from '../../api/types.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Section } from '../../ui/section.tsx';
import classes from '../fees/fee-lines.module.css';
import { useFeeWords } from '../fees/fee-words.ts';
import { accountsOf, OwnAccounts } from '../limits/own-accounts.tsx';
import { type OrderAct, OrderDialog } from './order-dialog.tsx';

type Order = PaymentProviders['orders'][number];
type Props = {
  /** The id of a company or shop; without it the orders of all accounts. */
  account?: number;
};

export function ProviderOrders({ account }: Props) {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const may = useMay();
  const [act, setAct] = useState<OrderAct>();
  const { data } = useQuery({
    queryKey: ['operator', 'payment-providers', holderId, mode],
    enabled: may('providers.read'),
    queryFn: () => dataOf(api.GET('/api/v1/operator/payment-providers')),
  });
  const own = (data?.orders ?? []).filter(({ holder }) => holder?.holder_id === account);
  // With one provider there is nothing to choose.
  if (data === undefined || (data.providers.length < 2 && own.length === 0)) return null;
  const others = accountsOf(data.orders);
  return (
    <Section
      title={t('providers.title')}
      text={t(account === undefined ? 'providers.text.all' : 'providers.text.one')}
      aside={
        may('providers.set_order') && (
          <Button variant="default" size="xs" onClick={() => setAct({ kind: 'set' })}>
            {t('providers.set')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {account === undefined && <InUse providers={data.providers} />}
        {own.length === 0 && (
          <Text c="dimmed">{t(account === undefined ? 'providers.none.all' : 'providers.none.one')}</Text>
        )}
        {own.length > 0 && (
          <Orders orders={own} titleOf={titlesOf(data)} onAct={may('providers.set_order') ? setAct : undefined} />
        )}
        {account === undefined && <OwnAccounts of="orders" count={others.length} accounts={others} />}
      </Stack>
      {act !== undefined && (
        <OrderDialog act={act} account={account} providers={data.providers} onClose={() => setAct(undefined)} />
      )}
    </Section>
  );
}

const titlesOf =
  ({ providers }: PaymentProviders) =>
  (name: string): string =>
    providers.find((one) => one.name === name)?.title ?? name;

/** In the order of the setting. */
function InUse({ providers }: Pick<PaymentProviders, 'providers'>) {
  const t = useStrings();
  return (
    <List type="ordered" spacing={4}>
      {providers.map(({ name, title, methods, away }) => (
        <List.Item key={name}>
          <Group gap="xs">
            <Text span>{title}</Text>
            <Text span size="sm" c="dimmed">
              {methods.map((method) => t(`payments.method.${method}`)).join(', ')}
            </Text>
            {away && (
              <Badge color="yellow" variant="light" tt="none">
                {t('providers.away')}
              </Badge>
            )}
          </Group>
        </List.Item>
      ))}
    </List>
  );
}

type OrdersProps = {
  orders: readonly Order[];
  titleOf: (name: string) => string;
  onAct: ((act: OrderAct) => void) | undefined;
};

function Orders({ orders, titleOf, onAct }: OrdersProps) {
  const t = useStrings();
  const words = useFeeWords();
  return (
    <>
      <ul className={classes.lines}>
        {orders.map((order) => (
          <li key={words.scope(order)} className={classes.line}>
            <Text>{words.scope(order)}</Text>
            <Group gap="xs">
              <Text fw={550}>{order.providers.map(titleOf).join(t('providers.then'))}</Text>
              {onAct !== undefined &&
                (['set', 'end'] as const).map((kind) => (
                  <Button
                    key={kind}
                    variant="default"
                    size="xs"
                    aria-label={t(kind === 'set' ? 'providers.change.of' : 'providers.end.of', {
                      payments: words.scope(order),
                    })}
                    onClick={() => onAct({ kind, order })}
                  >
                    {t(kind === 'set' ? 'providers.change' : 'providers.end')}
                  </Button>
                ))}
            </Group>
          </li>
        ))}
      </ul>
      {orders.length > 1 && (
        <Text size="sm" c="dimmed">
          {t('providers.first')}
        </Text>
      )}
    </>
  );
}
