/** What `hint.tsx` shows. A file of its own: it is loaded where a pointer can hover. */
export { Tooltip } from '@mantine/core';
