/** The window of `dialog.tsx`. A file of its own: it is loaded late. */
export { Modal } from '@mantine/core';
