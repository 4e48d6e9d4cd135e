/** Sets a unit or a button beside a field: the words of the field and its error run above and below both. */
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** Props of the field. @param least how narrow the field may become, in pixels, before the other goes below it. */
export const beside = (other: ReactNode, least = 140) => ({
  inputContainer: (field: ReactNode) => (
    <Group gap="xs" my={5}>
      <Box flex={`1 1 ${least}px`}>{field}</Box>
      {other}
    </Group>
  ),
  styles: { wrapper: { margin: 0 } },
});
