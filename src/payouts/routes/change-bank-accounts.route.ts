/**
 * POST /bank-accounts and POST /bank-accounts/{id}/end of the people's API. A person with a second factor must have
 * passed it lately; one without gives their password again. An account number is never answered or logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PersonActor } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { requireBody } from '../../http/content-types.ts';
import { typed } from '../../http/typed-routes.ts';
import { actorOf, personOf } from '../../interfaces/console/authenticate.ts';
import { holderFace as face } from '../../interfaces/console/holder-face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { visitOf } from '../../pages/form-fields.ts';
import { throttledText } from '../../people/account-texts.ts';
import type { People } from '../../people/people.ts';
import { addBankAccounts, endBankAccount } from '../change-bank-accounts.ts';
import { BankAccountAnswer } from '../payout-schemas.ts';
import { presentBankAccount } from '../present-payout.ts';
import { Params } from './payout-requests.ts';

type Deps = { db: Database; clock: Clock; people: People };

const textMax = 200;
const passwordMax = 512;
const othersMax = 100;
const text = (example: string, description?: string) =>
  Type.String({
    format: 'text',
    maxLength: textMax,
    examples: [example],
    ...(description === undefined ? {} : { description }),
  });

const Proof = {
  password: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: passwordMax,
      description: 'Of a person without a second factor; others pass theirs by `POST /session/fresh`',
      examples: ['correct horse battery'],
    }),
  ),
};

const AddBody = Type.Object({
  account_name: text('Taverna GmbH'),
  iban: Type.Optional(text('DE89370400440532013000')),
  account_number: Type.Optional(text('12345678', 'Where there is no IBAN')),
  bank_code: Type.Optional(text('COBADEFFXXX', 'BIC or national bank code')),
  country: Type.Optional(text('US', 'Where there is no IBAN')),
  currency: Type.Optional(text('EUR', 'The only one that it takes; left out, it takes any')),
  also_for: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1042] }), {
      maxItems: othersMax,
      description: 'Other accounts that the person owns, which get it on file too',
    }),
  ),
  ...Proof,
});

const codes = ['wrong_password', 'too_many_attempts'] as const;

export function changeBankAccountsRoutes(app: FastifyInstance, { db, clock, people }: Deps): void {
  /** The caller, as someone who has just proved who they are. */
  async function provedActor(request: FastifyRequest, action: 'bank_accounts.add' | 'bank_accounts.end') {
    const person = personOf(request);
    const actor = actorOf(request);
    if (person.secondFactor) return { actor, holderId: face.callerOf(request, action).holderId };
    const proved: PersonActor = { ...actor, freshAt: new Date() };
    // Who may not do it learns nothing about the password.
    const { holderId } = face.callerOf(request, 'bank_accounts.read');
    authorize(proved, action, { holderId, mode: null });
    const proof = { password: (request.body as { password?: string }).password ?? '', code: '' };
    const result = await people.proveAgain(visitOf(request), proof);
    if (result.ok) return { actor: proved, holderId };
    if (result.reason === 'throttled') {
      const { retryAfterSeconds } = result;
      throw new AppError('too_many_attempts', { message: throttledText(retryAfterSeconds), retryAfterSeconds });
    }
    const message = 'This is not your password.';
    throw new AppError('wrong_password', { message, details: [{ field: 'password', message }] });
  }

  typed(app).route({
    method: 'POST',
    url: '/bank-accounts',
    schema: {
      ...face.operation('addBankAccount', 'payouts', 'Put a bank account on file'),
      body: AddBody,
      response: face.writeAnswers({ 201: dataOf(BankAccountAnswer) }, ['not_found', ...codes]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { actor, holderId } = await provedActor(request, 'bank_accounts.add');
      const { account_name: accountName, iban = '', country = '', currency = '', ...rest } = request.body;
      const { account_number: accountNumber = '', bank_code: bankCode = '', also_for: alsoFor = [] } = rest;
      const form = { accountName, iban, accountNumber, bankCode, country, currency };
      const others = alsoFor.map(BigInt);
      const added = await inTransaction(db, (tx) => addBankAccounts(actor, tx, clock, holderId, form, others));
      return reply.code(201).send(partnerSuccess(presentBankAccount(added)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/bank-accounts/:id/end',
    schema: {
      ...face.operation('endBankAccount', 'payouts', 'Remove a bank account: no more payouts go to it'),
      params: Params,
      body: Type.Object(Proof),
      response: face.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state', ...codes]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { actor, holderId } = await provedActor(request, 'bank_accounts.end');
      await inTransaction(db, (tx) => endBankAccount(actor, tx, clock, holderId, request.params.id));
      return reply.send(partnerSuccess(null));
    },
  });
}
