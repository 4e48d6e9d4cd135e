/** The mark: one channel through a gate that parts into three, with the name beside it. */
import { Group, Text } from '@mantine/core';

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <Group gap={8} wrap="nowrap">
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
        <rect width="32" height="32" rx="7" fill="#0e7c86" />
        <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
          <path d="M5 16h9M17 16c4 0 4-7 10-7M17 16h10M17 16c4 0 4 7 10 7M14 8v16" />
        </g>
      </svg>
      <Text fw={650} size="lg" lts="-0.01em">
        Sluice
      </Text>
    </Group>
  );
}
