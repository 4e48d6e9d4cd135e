/** Who is signed in, with the ways to where each part of that is changed, and out. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { useSignOut } from '../../app/sign-out.ts';
import { languageNames, pageLanguage } from '../../strings/languages.ts';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';

/** `hash`: the part of the person's profile where it is changed, if it can be. */
type Fact = { label: string; value: string; hash?: string };

export function OwnPerson() {
  const t = useStrings();
  const { person } = useSession();
  const signOut = useSignOut();
  const facts: Fact[] = [
    { label: t('profile.name'), value: person.name, hash: 'name' },
    { label: t('profile.email'), value: person.email },
    { label: t('app.language'), value: languageNames[pageLanguage], hash: 'language' },
    { label: t('profile.password.title'), value: '••••••••', hash: 'password' },
    {
      label: t('twoStep.title'),
      value: t(person.second_factor ? 'twoStep.on' : 'twoStep.off'),
      hash: 'two-step',
    },
  ];
  return (
    <Section
      title={t('profile.title')}
      aside={
        <Button
          variant="default"
          leftSection={<Icon name="logout" size={16} />}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t('app.signOut')}
        </Button>
      }
    >
      <Stack gap={0}>
        {facts.map(({ label, value, hash }) => (
          <Group key={label} justify="space-between" wrap="nowrap" className={rows.row ?? ''}>
            <div>
              <Text size="xs" c="dimmed">
                {label}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Text>
            </div>
            {hash !== undefined && (
              <Link to="/profile" hash={hash} aria-label={t('accountName.changeOf', { what: label })}>
                {t('accountName.change')}
              </Link>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
