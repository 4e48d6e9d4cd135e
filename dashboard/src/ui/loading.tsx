/** Stands where something is still being read, in its shape, with a name for who can't see the shape. */
import { Skeleton, Stack, type StackProps } from '@mantine/core';
import { useStrings } from '../strings/strings.tsx';

type Props = StackProps & {
  /** Heights of the placeholders in pixels, from top to bottom. */
  heights?: readonly number[];
};

/** @param children skeletons of another shape than the whole width. */
export function Loading({ heights = [], children, ...stack }: Props) {
  const t = useStrings();
  return (
    <Stack role="status" aria-busy="true" aria-label={t('app.loading')} {...stack}>
      {heights.map((height, n) => (
        <Skeleton key={n.toString()} height={height} />
      ))}
      {children}
    </Stack>
  );
}
