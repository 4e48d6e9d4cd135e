import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { afterFirstPaint } from './app/first-paint.ts';

// The mark of the page is painted first: the application takes a phone a while, even to be read.
afterFirstPaint(() => void import('./app/mount.tsx'));
