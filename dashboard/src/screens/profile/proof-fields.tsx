/** The password once more, and a code where two-step sign-in is on. */
import { TextInput } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Password } from '../../ui/password.tsx';
import { DemoCode } from '../session/demo-code.tsx';

type Form = { getInputProps: (field: 'password' | 'code') => object };

export function ProofFields({ form, isFirst = false }: { form: Form; isFirst?: boolean }) {
  const t = useStrings();
  const { person } = useSession();
  return (
    <>
      <Password
        label={t('twoStep.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus={isFirst || undefined}
        {...form.getInputProps('password')}
      />
      {person.second_factor && (
        <>
          <TextInput
            label={t('twoStep.code')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            {...form.getInputProps('code')}
          />
          <DemoCode />
        </>
      )}
    </>
  );
}
