/** The password, as a proof of who one is. Whoever has a second factor is asked for a code of it instead. */
import type { PasswordInputProps } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Password } from '../../ui/password.tsx';

/** For the request. */
export function usePasswordProof(): (password: string) => { password?: string } {
  const { person } = useSession();
  return (password) => (person.second_factor ? {} : { password });
}

export function PasswordField(props: PasswordInputProps) {
  const t = useStrings();
  const { person } = useSession();
  if (person.second_factor) return null;
  return (
    <Password label={t('bank.password')} autoComplete="current-password" required withAsterisk={false} {...props} />
  );
}
