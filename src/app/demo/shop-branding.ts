/** How the demo's shop appears to those who pay it. */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { findShownHolder } from '../../features/holders/branding/branding.repository.ts';
import { changeBranding, changeLogo } from '../../features/holders/branding/change-branding.ts';
import { demoOwner } from './demo-actors.ts';

/** A shopping bag on a blue tile, 112 pixels wide and high: PNG in base64. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAHAAAABwCAMAAADxPgR5AAAAGFBMVEUfOl8yS2y+pV3Hztf////98tf0yV30zWrDEhX0AAABHklEQVR42u3Y0Q6CMAyF' +
  '4Z2Wbe//xl4MUWAYFtoa9Px3SMLHxqaGlBhjjDHGWEwARAAEaaLTnIq/iUWbTWcS0y4Ee65i13MU3zxVVXcR24WyLKDsI+r+6sjzLTgOULu7BH4DxInb' +
  'sKldWbYfS5tntxk9uhH7OZWjqdP+yI0eoQ6cMAFxNNcECRJ0A2Wp/RBJp/Zl+jq+BpZnDaxlV23gcnwNxDgIgp8bB9PNQFmDpdMaFFMw98DsA9bcn9E2' +
  'p7mag6XULrc9cxVEGQwET2/Ek6Vg8PofYiFoDSJ4kf4BmIK34RdAiV2kBB1ABO+KPwBT8DYcAm3eRwlBaxDBi5Sg+TYcWDVyVzBFe2efouGbfQR7q7d8' +
  'RyXGGGOMMfY7PQC/kzQPHNQr8gAAAABJRU5ErkJggg==';

const branding = {
  colour: '#1f3a5f',
  support_email: 'help@shop.example',
  support_phone: '+44 20 7946 0958',
  support_url: 'https://shop.example/help',
  terms_url: 'https://shop.example/terms',
} as const;

/** Nothing, where there is a logo already. */
export async function brandShop(
  { db, clock }: { db: Database; clock: Clock },
  shopId: bigint,
  shopkeeperId: string,
): Promise<void> {
  const owner = demoOwner(shopId, 'merchant', shopkeeperId);
  const at = clock.now(shopId, 'test');
  await inTransaction(db, async (tx) => {
    if ((await findShownHolder(tx, shopId))?.logoId) return;
    await changeBranding(owner, tx, shopId, branding, at);
    await changeLogo(owner, tx, shopId, Buffer.from(logo, 'base64'), at);
  });
}
