/** The first screen of an account: what its kind of holder comes for. */
import { Stack } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { useBook } from '../../app/book.ts';
import type { Holder } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Received } from '../invitation/received.tsx';
import { CompanyHome } from './company-home.tsx';
import { Newcomer } from './newcomer.tsx';

const homes: Partial<Record<Holder['kind'], ComponentType>> = {
  courier: lazy(async () => ({ default: (await import('../earnings/earnings.tsx')).Earnings })),
  merchant: lazy(async () => ({ default: (await import('./merchant-home.tsx')).MerchantHome })),
  service: lazy(async () => ({ default: (await import('../operator/inbox.tsx')).Inbox })),
  customer: lazy(async () => ({ default: (await import('../wallet/wallet.tsx')).Wallet })),
};

export function Home() {
  const t = useStrings();
  const { holder } = useBook();
  const Own = homes[holder.kind];
  if (Own !== undefined) {
    return (
      <Suspense fallback={<Loading heights={[34, 120, 320]} />}>
        <Stack gap="lg">
          {holder.kind === 'merchant' && !holder.is_only_payee && <Received />}
          <Own />
        </Stack>
      </Suspense>
    );
  }
  return (
    <Page title={t('home.title')} note={holder.name}>
      <Newcomer />
      <CompanyHome />
    </Page>
  );
}
