/** Where money goes from and to. Each name keeps its own direction, and the arrow points along the text. */
import { useDirection } from '@mantine/core';

export function FromTo({ from, to }: { from: string; to: string }) {
  const { dir } = useDirection();
  return (
    <>
      <bdi>{from}</bdi> <span aria-hidden>{dir === 'rtl' ? '←' : '→'}</span> <bdi>{to}</bdi>
    </>
  );
}
