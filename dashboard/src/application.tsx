/** The application: its look, its strings, its reads and its addresses. */
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createQueries } from './api/queries.ts';
import { sessionQuery } from './app/session.ts';
import { cssVariables, theme } from './app/theme.ts';
import { createAppRouter } from './routes/router.ts';
import { Strings } from './strings/strings.tsx';

/** Mantine's own style elements carry the nonce that the page was served with. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(nonce);

const queries = createQueries(
  () => {
    queries.setQueryData(sessionQuery.queryKey, null);
    void router.invalidate();
  },
  () => void queries.invalidateQueries(sessionQuery),
);
const router = createAppRouter(queries);

export const App = () => (
  // Its direction is that of the page's element.
  <DirectionProvider>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Strings>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Strings>
    </MantineProvider>
  </DirectionProvider>
);
