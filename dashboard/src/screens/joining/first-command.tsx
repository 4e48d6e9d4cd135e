/** The command of the first call, with the client ID of the account's test key; its secret only the person has. */
import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useMay } from '../../app/may.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { companyCall, merchantCall } from '../developers/first-call.ts';
import { useOwnCurrency } from '../home/own-currency.ts';
import classes from './checklist.module.css';

export function FirstCommand() {
  const t = useStrings();
  const { holderId, mode, api, holder } = useBook();
  const readsKeys = useMay()('keys.read');
  const keys = useQuery({
    queryKey: ['keys', holderId, mode, { works: true }],
    enabled: readsKeys,
    queryFn: () => pageOf(api.GET('/api/v1/keys', { params: { query: { works: true } } })),
  });
  const currency = useOwnCurrency();
  if ((readsKeys && keys.isPending) || currency === undefined) return null;
  const key = {
    client_id: keys.data?.data[0]?.client_id ?? t('checklist.clientId'),
    client_secret: t('checklist.secret'),
    mode: 'test' as const,
    label: '',
  };
  const call = { origin: location.origin, currency };
  const command = holder.kind === 'company' ? companyCall(call, key, 'order-1', undefined) : merchantCall(call, key);
  return (
    <>
      <div className={classes.command}>
        <Snippet text={command} what={t('checklist.command')} />
      </div>
      <Text size="xs" c="dimmed" component="div" className={classes.watching ?? ''}>
        <Loader size={12} type="dots" aria-hidden /> {t('checklist.watching')}
      </Text>
    </>
  );
}
