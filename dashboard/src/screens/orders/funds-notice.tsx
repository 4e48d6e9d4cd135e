/** What clearing lacks for an order that awaits funds, with the two ways on. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useMoney } from '../../ui/money.tsx';
import { companyQuery } from '../home/company-query.ts';
import { TopUpMissing } from '../wallets/top-up-missing.tsx';

export function FundsNotice({ currency }: { currency: string }) {
  const t = useStrings();
  const { holderId, mode } = useBook();
  const may = useMay();
  const money = useMoney();
  const home = useQuery(companyQuery({ holderId, mode }));
  const missing = home.data?.currencies.find((one) => one.currency === currency)?.missing ?? 0;
  return (
    <Alert color="yellow" icon={<Icon name="clock" />} title={t('state.awaiting_funds')}>
      {missing > 0 && <Text size="sm">{t('home.missing', { amount: money(missing, currency) })}</Text>}
      <Group gap="xs" mt="sm">
        {may('wallets.top_up') && <TopUpMissing currency={currency} size="xs" />}
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link to="/h/$holderId/$mode/settlements/preview" params={{ holderId, mode }} {...props} />
          )}
        >
          {t('settlements.preview.only')}
        </Button>
      </Group>
    </Alert>
  );
}
