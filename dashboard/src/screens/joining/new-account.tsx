/** Opening an account: what it is for, then its name. The first screen of a person who has none yet. */
import { Box } from '@mantine/core';
import { useState } from 'react';
import { OwnFrame } from '../../app/own-frame.tsx';
import { useStrings } from '../../strings/strings.tsx';
import { Page } from '../../ui/page.tsx';
import { Received } from '../invitation/received.tsx';
import { AccountChoices, type Choice } from './account-choices.tsx';
import { NameAccount } from './name-account.tsx';
import { PaidByPlatform } from './paid-by-platform.tsx';

export function NewAccount() {
  const t = useStrings();
  const [choice, setChoice] = useState<Choice>();
  const back = () => setChoice(undefined);
  if (choice === undefined) {
    return (
      <OwnFrame>
        <Page title={t('newAccount.title')} note={t('newAccount.text')}>
          <Received />
          <AccountChoices onChoose={setChoice} />
        </Page>
      </OwnFrame>
    );
  }
  return (
    <OwnFrame>
      <Page title={t(choice === 'payee' ? 'newAccount.payee.how.title' : `newAccount.${choice}.title`)}>
        <Box maw={480}>
          {choice === 'payee' ? <PaidByPlatform onBack={back} /> : <NameAccount kind={choice} onBack={back} />}
        </Box>
      </Page>
    </OwnFrame>
  );
}
