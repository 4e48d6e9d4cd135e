/** The choice of `list-controls.tsx` on a desk. A file of its own: no phone loads it. */
export { Select } from '@mantine/core';
