import '@fontsource-variable/inter/wght.css';
import './app/font.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { afterFirstPaint } from './app/first-paint.ts';
import { readersLocale } from './strings/locale.ts';

// The mark of the page is painted first: the application takes a phone a while, even to be read.
afterFirstPaint(() => {
  void import('./mount.tsx');
  // The first use of a locale takes a browser a while: now, when the application is still on its way.
  readersLocale(document.documentElement.lang.slice(0, 2));
});
