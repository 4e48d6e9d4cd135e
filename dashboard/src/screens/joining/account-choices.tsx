/** What an account is for: one card each. */
import { Group, SimpleGrid, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import classes from './joining.module.css';

export type Choice = 'merchant' | 'company' | 'payee' | 'customer';

const choices: readonly { choice: Choice; icon: IconName }[] = [
  { choice: 'merchant', icon: 'building-store' },
  { choice: 'company', icon: 'arrows-split' },
  { choice: 'payee', icon: 'coins' },
  { choice: 'customer', icon: 'wallet' },
];

export function AccountChoices({ onChoose }: { onChoose: (choice: Choice) => void }) {
  const t = useStrings();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {choices.map(({ choice, icon }) => (
        <UnstyledButton key={choice} className={classes.choice} onClick={() => onChoose(choice)}>
          <Group wrap="nowrap" align="flex-start" gap="md">
            <ThemeIcon variant="light" size={40} radius={8}>
              <Icon name={icon} size={22} />
            </ThemeIcon>
            <span>
              <Text component="span" display="block" fw={600}>
                {t(`newAccount.${choice}.title`)}
              </Text>
              <Text component="span" display="block" size="sm" c="dimmed" mt={2}>
                {t(`newAccount.${choice}.text`)}
              </Text>
            </span>
          </Group>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
