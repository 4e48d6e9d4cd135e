/** A person's own account. */
import { Stack } from '@mantine/core';
import { OwnFrame } from '../../app/own-frame.tsx';
import { useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';
import { ErasureSection } from '../leaving/erasure-section.tsx';
import { BoundProfile } from './bound-profile.tsx';
import { LanguageSection } from './language-section.tsx';
import { MailsSection } from './mails-section.tsx';
import { NameSection } from './name-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

export function Profile() {
  const t = useStrings();
  const { single_sign_on: account } = useSession();
  if (account !== null) return <BoundProfile account={account.account} />;
  return (
    <OwnFrame>
      <Page title={t('profile.title')}>
        <Stack gap="lg">
          <NameSection />
          <LanguageSection />
          <TwoStepSection />
          <PasswordSection />
          <PasskeysSection />
          <SessionsSection />
          <MailsSection />
          <ErasureSection />
        </Stack>
      </Page>
    </OwnFrame>
  );
}
