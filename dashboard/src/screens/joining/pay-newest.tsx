/** Leads to the payment page of the newest test payment, as the shop's customer gets there. */
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';

export function PayNewest() {
  const t = useStrings();
  const { holderId, mode, api } = useBook();
  const newest = useQuery({
    queryKey: ['payments', holderId, mode, 'newest'],
    queryFn: async () => {
      const { data } = await pageOf(api.GET('/api/v1/payments', { params: { query: { limit: 1 } } }));
      const [payment] = data;
      if (payment === undefined) return null;
      const params = { path: { id: payment.payment_id } };
      return (await dataOf(api.GET('/api/v1/payments/{id}', { params }))).payment_url;
    },
  });
  if (newest.data === undefined) return null;
  if (newest.data === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('checklist.paid.none')}
      </Text>
    );
  }
  return (
    <Button
      size="xs"
      component="a"
      href={newest.data}
      target="_blank"
      rel="noreferrer noopener"
      rightSection={<Icon name="external-link" size={14} />}
    >
      {t('checklist.paid.act')}
    </Button>
  );
}
