/** A new key pair, with the command of a first call. */
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageOf } from '../../api/client.ts';
import { useBook } from '../../app/book.ts';
import { useStrings } from '../../strings/strings.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { useOwnCurrency } from '../home/own-currency.ts';
import { companyCall, envOf, merchantCall, type NewKey } from './first-call.ts';

const refStart = 2;
const refEnd = 10;

export function ShowNewKey({ pair, onClose }: { pair: NewKey; onClose: () => void }) {
  const t = useStrings();
  return (
    <SecretOnce
      title={t('keys.new.title')}
      values={[
        { label: t('keys.clientId'), value: pair.client_id },
        { label: t('keys.secret'), value: pair.client_secret },
      ]}
      file={{ name: `sluice-${pair.mode}.env`, text: envOf(location.origin, pair) }}
      onClose={onClose}
    >
      <Title order={3}>{t('keys.new.try')}</Title>
      <Text c="dimmed" mb="xs">
        {t('keys.new.tryText')}
      </Text>
      <FirstCall pair={pair} />
    </SecretOnce>
  );
}

function FirstCall({ pair }: { pair: NewKey }) {
  const t = useStrings();
  const { holder, holderId, mode, api } = useBook();
  const [ref] = useState(() => `hello-${Math.random().toString(36).slice(refStart, refEnd)}`);
  const link = useQuery({
    queryKey: ['links', holderId, mode, 'first'],
    enabled: holder.kind === 'company',
    queryFn: () =>
      pageOf(api.GET('/api/v1/links', { params: { query: { type: 'merchant', status: 'active', limit: 1 } } })),
  });
  const currency = useOwnCurrency();
  if (currency === undefined) return null;
  const call = { origin: location.origin, currency };
  if (holder.kind === 'merchant') return <Snippet text={merchantCall(call, pair)} what={t('keys.new.command')} />;
  if (link.isPending) return null;
  const command = companyCall(call, pair, ref, link.data?.data[0]?.id);
  return <Snippet text={command} what={t('keys.new.command')} />;
}
