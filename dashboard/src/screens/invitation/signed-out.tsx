/** For a visitor: the way to an account of the invited address, and back here. */
import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OpenedInvitation } from '../../api/types.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Interpolated, Unbroken } from '../../ui/interpolated.tsx';

export function SignedOut({ opened, token }: { opened: OpenedInvitation; token: string }) {
  const t = useStrings();
  const search = { next: `/invitations/${token}` };
  return (
    <Stack gap="sm">
      <Text>
        <Interpolated text={t('invited.sentTo', { email: '\n' })} part={<Unbroken text={opened.sent_to} />} />
      </Text>
      <Button fullWidth renderRoot={(props) => <Link to="/sign-up" search={search} {...props} />}>
        {t('invited.signUp')}
      </Button>
      <Button fullWidth variant="default" renderRoot={(props) => <Link to="/sign-in" search={search} {...props} />}>
        {t('invited.signIn')}
      </Button>
    </Stack>
  );
}
