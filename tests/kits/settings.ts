/** What the programs that call a client library, and the examples of its README, read from the environment. */
import type { ReferenceWorld } from '../reference/scenario.ts';

export const settingsOf = (baseUrl: string, world: ReferenceWorld): Record<string, string> => ({
  SLUICE_URL: baseUrl,
  SHOP_CLIENT_ID: world.shopKeys.clientId,
  SHOP_CLIENT_SECRET: world.shopKeys.clientSecret,
  COMPANY_CLIENT_ID: world.companyKeys.clientId,
  COMPANY_CLIENT_SECRET: world.companyKeys.clientSecret,
  COMPANY_LIVE_CLIENT_ID: world.companyLiveKeys.clientId,
  COMPANY_LIVE_CLIENT_SECRET: world.companyLiveKeys.clientSecret,
  RESTAURANT: String(world.restaurant),
});
