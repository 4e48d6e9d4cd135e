/** The two bases of interface A, under which the checkout stands too. */

/** Test or live is decided by the key pair; the sandbox takes test keys only. */
export const merchantBasePaths = Object.freeze({ api: '/pay/api/v1', sandbox: '/pay/sandbox/api/v1' });

export type MerchantBase = keyof typeof merchantBasePaths;

export const merchantBases = Object.freeze(Object.keys(merchantBasePaths) as MerchantBase[]);
