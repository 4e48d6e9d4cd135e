/** The link that sets a person's password, once. A person has one at a time: each new one ends the one before. Pure. */
import { resetPath } from './addresses.ts';

/** What the sign-in library keeps the link by. */
export const resetIdentifier = (token: string): string => `reset-password:${token}`;

export const resetAddress = (publicUrl: string, token: string): string => `${publicUrl}${resetPath}/${token}`;
