/** A name's first letters, where there is no picture. */
import { Avatar } from '@mantine/core';

const lettersMax = 2;

type Props = { name: string; isPerson?: boolean; size?: number };

export function Initials({ name, isPerson = false, size = 28 }: Props) {
  const letters = name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, lettersMax)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');
  return (
    <Avatar aria-hidden size={size} radius={isPerson ? 'xl' : 8} color="teal" variant="light">
      {letters}
    </Avatar>
  );
}
