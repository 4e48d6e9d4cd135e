/** Whether the window is as narrow as a phone's. Known from the first rendering on. */
import { useMediaQuery } from '@mantine/hooks';

export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) === true;
