/** Where the public proof is: the page, the image for other pages, and the signed document. */
export const proofAddresses = { page: '/proof', badge: '/proof/badge.svg', file: '/proof.json' } as const;
