/** Text in which names of the API stand between backticks. */
import { Code } from '@mantine/core';

export const Marked = ({ text }: { text: string }) =>
  text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <Code key={part} fz="xs">
        {part}
      </Code>
    ),
  );
