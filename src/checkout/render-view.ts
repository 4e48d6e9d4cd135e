/** Renders the checkout's own templates. Knows no address and no rule. */
import { type PageFrame, renderPage } from '../pages/render-page.ts';

/** The script is included only on pages that use it. */
type CheckoutFrame = PageFrame & { scriptPath?: string };

export const renderView = <Data extends CheckoutFrame>(
  view: 'payment' | 'processing' | 'confirm' | 'ended',
  data: Data,
): string => renderPage(`checkout/views/${view}`, data);
