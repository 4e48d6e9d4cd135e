/** Where what the service answers about branding is kept. */

export const brandingKey = (holderId: number) => ['branding', holderId];
