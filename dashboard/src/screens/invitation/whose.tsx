/** Who is signed in here, and the way to sign in as someone else and return. */
import { Anchor } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { useOtherAccount } from './other-account.ts';

type Props = {
  email: string;
  /** Where signing in as someone else leads. */
  next: string;
  /** The screen itself offers to sign in as someone else. */
  isNamedOnly?: boolean;
};

export function Whose({ email, next, isNamedOnly = false }: Props) {
  const t = useStrings();
  const other = useOtherAccount(next);
  if (isNamedOnly) return t('invited.signedInAs', { email });
  return (
    <>
      {t('invited.signedInAs', { email })}{' '}
      <Anchor component="button" onClick={() => other.mutate()} disabled={other.isPending}>
        {t('invited.otherAccount')}
      </Anchor>
    </>
  );
}
