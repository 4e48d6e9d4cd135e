/** Puts the application into the page. As a transition, so that a phone can answer its reader meanwhile. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);
startTransition(() => root.render(<App />));
