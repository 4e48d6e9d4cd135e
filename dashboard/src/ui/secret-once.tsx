/** Secrets that were just made, shown once: they leave the page with this dialog. */
import { Alert, Button, Flex, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStrings } from '../strings/strings.tsx';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';
import { saveFile } from './save-file.ts';
import classes from './secret-once.module.css';
import { Snippet } from './snippet.tsx';

type Props = {
  title: string;
  values: readonly { label: string; value: string }[];
  /** How many of them are secret. */
  count?: number;
  /** The secrets as a `.env` file. */
  file: { name: string; text: string };
  /** What to do with them. */
  children: ReactNode;
  onClose: () => void;
};

export function SecretOnce({ title, values, count = 1, file, children, onClose }: Props) {
  const t = useStrings();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      centered
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />}>
          {t('keys.new.once', { count })}
        </Alert>
        {values.map(({ label, value }) => (
          <div key={label}>
            <Text fw={550} mb={4}>
              {label}
            </Text>
            <Snippet text={value} what={label} />
          </div>
        ))}
        <div>{children}</div>
        <Flex
          className={classes.acts ?? ''}
          direction={{ base: 'column-reverse', xs: 'row' }}
          justify="space-between"
          gap="xs"
        >
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saveFile(file.name, file.text)}
          >
            {t('keys.new.download')}
          </Button>
          <Button onClick={onClose}>{t('keys.new.done', { count })}</Button>
        </Flex>
      </Stack>
    </Modal>
  );
}
