/** A name's first letters, where there is no picture. */
import { Avatar } from '@mantine/core';

const lettersMax = 2;

export function Initials({ name, isPerson = false }: { name: string; isPerson?: boolean }) {
  const letters = name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, lettersMax)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');
  return (
    <Avatar aria-hidden size={28} radius={isPerson ? 'xl' : 8} color="teal" variant="light">
      {letters}
    </Avatar>
  );
}
