/** A company or shop changes how it appears at the checkout, in both modes. */

import { newPublicId } from '../../../base/database/public-id.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { AppError, invalidField } from '../../../base/errors/app-error.ts';
import type { Actor } from '../../../core/access/actor.ts';
import { appendAudit } from '../../../core/access/audit-log.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { deleteLogo, findShownHolder, type ShownHolder, saveBranding, saveLogo } from './branding.repository.ts';
import { type BrandingField, readBranding } from './branding.ts';
import { logoProblems, readLogo } from './logo.ts';

const objectOf = (holderId: bigint) => ({ kind: 'branding' as const, id: String(holderId) });

const shown = ({ colour, supportEmail, supportPhone, supportUrl, termsUrl }: ShownHolder) => ({
  colour,
  support_email: supportEmail,
  support_phone: supportPhone,
  support_url: supportUrl,
  terms_url: termsUrl,
});

async function known(tx: Tx, holderId: bigint): Promise<ShownHolder> {
  const found = await findShownHolder(tx, holderId);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** @param input every field; one that is absent is cleared. @throws AppError `forbidden`, `validation_failed`. */
export async function changeBranding(
  actor: Actor,
  tx: Tx,
  holderId: bigint,
  input: Partial<Record<BrandingField, string>>,
  at: Date,
): Promise<ShownHolder> {
  authorize(actor, 'branding.change', { holderId, mode: null });
  const read = readBranding(input);
  if (!read.ok) throw new AppError('validation_failed', { details: read.problems });
  const before = await known(tx, holderId);
  const after = { ...before, ...read.branding };

  await saveBranding(tx, holderId, read.branding, at);
  await appendAudit(actor, tx, {
    action: 'branding.change',
    holderId,
    mode: null,
    object: objectOf(holderId),
    before: shown(before),
    after: shown(after),
  });
  return after;
}

/** @param bytes the file as it was uploaded. @throws AppError `forbidden`, `validation_failed` for field `content`. */
export async function changeLogo(
  actor: Actor,
  tx: Tx,
  holderId: bigint,
  bytes: Buffer,
  at: Date,
): Promise<ShownHolder> {
  authorize(actor, 'branding.change', { holderId, mode: null });
  const read = readLogo(bytes);
  if (!read.ok) {
    throw invalidField('content', logoProblems[read.problem]);
  }
  const before = await known(tx, holderId);
  const id = newPublicId('lgo', holderId);

  await saveLogo(tx, holderId, { id, bytes, ...read.logo }, at);
  await appendAudit(actor, tx, {
    action: 'branding.change',
    holderId,
    mode: null,
    object: objectOf(holderId),
    before: { logo: before.logoId },
    after: { logo: id },
  });
  return { ...before, logoId: id };
}

/** Without a logo, the initials of the name are shown. @throws AppError `forbidden`. */
export async function removeLogo(actor: Actor, tx: Tx, holderId: bigint): Promise<ShownHolder> {
  authorize(actor, 'branding.change', { holderId, mode: null });
  const before = await known(tx, holderId);

  const removed = await deleteLogo(tx, holderId);
  if (removed === undefined) return before;
  await appendAudit(actor, tx, {
    action: 'branding.change',
    holderId,
    mode: null,
    object: objectOf(holderId),
    before: { logo: removed },
    after: { logo: null },
  });
  return { ...before, logoId: null };
}
