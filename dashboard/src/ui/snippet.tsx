/** A command or some JSON to read and copy, with a button above its corner. */
import { ActionIcon, Box, CopyButton, ScrollArea } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';
import { Hint } from './hint.tsx';
import { Icon } from './icon.tsx';
import classes from './snippet.module.css';

type Props = {
  text: string /** Names it for the button: "command". */;
  what: string /** 'none' where something around it scrolls. */;
  maxHeight?: number | 'none';
};

export function Snippet({ text, what, maxHeight = 320 }: Props) {
  const t = useStrings();
  return (
    <Box className={classes.snippet ?? ''}>
      <ScrollArea.Autosize mah={maxHeight} viewportProps={{ tabIndex: 0, 'aria-label': what, role: 'region' }}>
        <pre className={classes.text} data-lines={text.includes('\n') || undefined}>
          {text}
        </pre>
      </ScrollArea.Autosize>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <Hint label={copied ? t('app.copied') : t('app.copy')}>
            <ActionIcon
              className={classes.copy ?? ''}
              variant="default"
              size="md"
              onClick={copy}
              aria-label={copied ? t('app.copied') : t('app.copyValue', { what })}
            >
              <Icon name={copied ? 'check' : 'copy'} size={15} />
            </ActionIcon>
          </Hint>
        )}
      </CopyButton>
    </Box>
  );
}
