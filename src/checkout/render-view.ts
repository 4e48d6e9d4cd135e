/** Renders the checkout's templates. Must never contain a rule or build an address. */
import { type PageFrame, renderPage } from '../pages/render-page.ts';

/** The script is included only on pages that use it. */
type CheckoutFrame = PageFrame & { scriptPath?: string };

export const renderView = <Data extends CheckoutFrame>(
  view: 'payment' | 'processing' | 'confirm' | 'ended',
  data: Data,
): string => renderPage(`checkout/views/${view}`, data);
