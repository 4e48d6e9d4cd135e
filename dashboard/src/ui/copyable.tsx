/** An id or a key in a monospace, with a button that copies it. */
import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Hint } from './hint.tsx';
import { Icon } from './icon.tsx';
import { Shortened } from './shortened.tsx';

export function Copyable({
  value,
  what,
}: {
  value: string /** Names it for the button: "order reference". */;
  what: string;
}) {
  const t = useStrings();
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code fz="xs" style={{ overflowWrap: 'anywhere' }}>
        <Shortened id={value} />
      </Code>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => (
          <Hint label={copied ? t('app.copied') : t('app.copy')}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              size="sm"
              onClick={copy}
              aria-label={copied ? t('app.copied') : t('app.copyValue', { what })}
            >
              <Icon name={copied ? 'check' : 'copy'} size={15} />
            </ActionIcon>
          </Hint>
        )}
      </CopyButton>
    </Group>
  );
}
