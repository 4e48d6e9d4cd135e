/**
 * GET and PUT /branding, PUT and DELETE /branding/logo of the people's API: how a company or shop appears at the
 * checkout. Every write sets its whole object, so that a repeated one changes nothing more.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { listBytesMax, requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findShownHolder, type ShownHolder } from '../../features/holders/branding/branding.repository.ts';
import { BrandingAnswer, presentBranding } from '../../features/holders/branding/branding-schemas.ts';
import { changeBranding, changeLogo, removeLogo } from '../../features/holders/branding/change-branding.ts';
import { logoPath } from '../shared/checkout-addresses.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { holderAudience as audience } from './holder-audience.ts';

const fieldLengthMax = 500;
/** More than any logo that is accepted, so that one that is too large is refused by name. */
const contentLengthMax = 250_000;

const Field = (example: string) =>
  Type.Optional(Type.String({ maxLength: fieldLengthMax, format: 'text', examples: [example] }));

const Body = Type.Object(
  {
    colour: Field('#0e7c86'),
    support_email: Field('help@bookshop.example'),
    support_phone: Field('+30 210 123 4567'),
    support_url: Field('https://bookshop.example/help'),
    terms_url: Field('https://bookshop.example/terms'),
  },
  { description: 'Send all of it: absent fields are cleared' },
);
const LogoBody = Type.Object({
  content: Type.String({
    maxLength: contentLengthMax,
    examples: ['iVBORw0KGgoAAAANSUhEUgAAACAAAAAg'],
    description: 'A PNG, JPEG or WebP picture of at most 100 KB, in base64',
  }),
});

const writeCodes: readonly ErrorCode[] = [...everyWrite, 'validation_failed'];

export function brandingRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const now = (): Date => clock.now(serviceHolderId, 'live');
  const answer = (shown: ShownHolder) => partnerSuccess(presentBranding(shown, logoPath));

  typed(app).route({
    method: 'GET',
    url: '/branding',
    schema: {
      ...audience.operation('getBranding', 'branding', 'How the company or shop appears at the checkout'),
      response: audience.readAnswers({ 200: dataOf(BrandingAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'branding.read', 'both_modes');
      const shown = await findShownHolder(db, holderId);
      if (shown === undefined) throw new AppError('not_found');
      return answer(shown);
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/branding',
    schema: {
      ...audience.operation('changeBranding', 'branding', 'Set the color and the contacts shown at the checkout'),
      body: Body,
      response: audience.readAnswers({ 200: dataOf(BrandingAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'branding.change', 'both_modes');
      const { body } = request;
      return answer(
        await inTransaction(db, (tx) => changeBranding(audience.actorOf(request), tx, holderId, body, now())),
      );
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/branding/logo',
    bodyLimit: listBytesMax,
    schema: {
      ...audience.operation('changeLogo', 'branding', 'Upload the logo shown at the checkout'),
      body: LogoBody,
      response: audience.readAnswers({ 200: dataOf(BrandingAnswer) }, writeCodes),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'branding.change', 'both_modes');
      const bytes = Buffer.from(request.body.content, 'base64');
      return answer(await inTransaction(db, (tx) => changeLogo(audience.actorOf(request), tx, holderId, bytes, now())));
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/branding/logo',
    schema: {
      ...audience.operation('removeLogo', 'branding', 'Remove the logo: initials are shown instead'),
      response: audience.readAnswers({ 200: dataOf(BrandingAnswer) }, writeCodes),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'branding.change', 'both_modes');
      return answer(await inTransaction(db, (tx) => removeLogo(audience.actorOf(request), tx, holderId)));
    },
  });
}
