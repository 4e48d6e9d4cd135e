/** How the demo's shop appears to those who pay it. */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { findShownHolder } from '../../features/holders/branding/branding.repository.ts';
import { changeBranding, changeLogo } from '../../features/holders/branding/change-branding.ts';
import { demoOwner } from './demo-actors.ts';

/** A shopping bag on a blue tile, 112 pixels wide and high: PNG in base64. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAHAAAABwBAMAAAA0zul4AAAALVBMVEUfOl/0yV0AAAD///++pV3Hztf98tceOl4xSmweOV4fOl70zWoyS2z1zWsd' +
  'OF2/Sze5AAAAD3RSTlP//wD//////P+g2P///2iq7bO4AAAB/UlEQVR42u3ZsUsCURwH8J+klHKIB462uNkgwUunAkXbGoJyDxxr6C8IG9rFsUGk' +
  'rUVoaVZsdGsOxCX0r+h5Pr0r7nnv94VLjb7LKdzn3vN5b7jvUVYlP3nsUEASz+3x4nxSx0mgUrb9HU7JOF0vnBAjbRfmbzlwd7yA+SaxEh8rOCVm' +
  'ugp2uDAxhzlip+XAER8mZ5C3pMuFJWSms7lS9hOBdxI2ERjPUp6gjCmHwRYdYPCJRhhM4rCJwTh1MJhYAYdvZ8MVUHen7p0KmcuG7m7VXdG6EE4K' +
  'PeZvGAiVY56zxDI9bEDmkPMBazX2kAO1LM4S3TCgPL/oDGTV5RV4Mz2ff3xgzTXmnu25hkF2hDhafK4IccVZm0PPRcz/kIpnejHP6CaL6oUFDux5' +
  'VpgFG/9wE2B1FrmXqsvIHeYcA2DZlpHwxVbZl3B2TAfAvg5mNg5GdDAVFowqaC+jYMkMFl1YZ8BXceLCd3FtDO0P25P5lyBo2Zr0Ng6SDhII04Gw' +
  'vD2w7w8zGwgj/jAVHoz6w9Jfgha4q9YACdzHGpg2gOXtgX1sV60D3mPbUXOXl8KEBP4bvquTMYKW2d7wedSNVn+k5PeoG8JTeUAPABcIv991wLUM' +
  'XATB1RNcduH1GlzowRUiXFriNSlczOJVMFw+w3U3XrDjlT7+EoH/2uILwDb1WFfbKucAAAAASUVORK5CYII=';

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
