/** In a session that an account's provider opened: nothing of the person's own is open in it. */
import { Button, Group } from '@mantine/core';
import { OwnFrame } from '../../app/own-frame.tsx';
import { useSignOut } from '../../app/sign-out.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';

export function BoundProfile({ account }: { account: string }) {
  const t = useStrings();
  const signOut = useSignOut();
  return (
    <OwnFrame>
      <Page title={t('profile.title')}>
        <Section title={t('profile.bound.title')} text={t('profile.bound.text', { account })}>
          <Group>
            <Button loading={signOut.isPending || signOut.isSuccess} onClick={() => signOut.mutate()}>
              {t('profile.bound.signOut')}
            </Button>
          </Group>
        </Section>
      </Page>
    </OwnFrame>
  );
}
