/** Puts the application into the page. As a transition, so that a phone can answer its reader meanwhile. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './application.tsx';
import { loadTranslation } from './strings/languages.ts';

// The router reloads the page when the code of a screen is missing. Without a network, that would lose the page.
addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine) event.preventDefault();
});

const root = createRoot(document.getElementById('root') as HTMLElement);
void loadTranslation().then(() => startTransition(() => root.render(<App />)));
