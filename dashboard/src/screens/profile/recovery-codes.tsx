/** Recovery codes, shown once: to copy, to download, and then gone. */
import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useStrings } from '../../strings/strings.tsx';
import { Icon } from '../../ui/icon.tsx';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useStrings();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <div>
        <Title order={3} ref={heading} tabIndex={-1}>
          {t('twoStep.codes.title')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('twoStep.codes.text')}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" p={0} m={0} maw={420}>
        {codes.map((code) => (
          <Code key={code} component="li" fz="sm" p="xs" ta="center" style={{ listStyle: 'none' }} translate="no">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />} onClick={copy}>
              {t(copied ? 'twoStep.codes.copied' : 'twoStep.codes.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          onClick={() => download(t('twoStep.codes.file'), `${text}\n`)}
        >
          {t('twoStep.codes.download')}
        </Button>
        <Button onClick={onDone}>{t('twoStep.codes.done')}</Button>
      </Group>
    </Stack>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
