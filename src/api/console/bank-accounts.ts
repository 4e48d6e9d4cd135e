/**
 * POST /bank-accounts, PUT /bank-accounts/{id}/address and POST /bank-accounts/{id}/end of the people's API. A person
 * with a second factor must have passed it lately; one without gives their password again. An account number is never
 * answered or logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { addBankAccounts, endBankAccount, setBankAccountAddress } from '../../features/payouts/change-bank-accounts.ts';
import { type CheckPayee, withPayeeAnswer } from '../../features/payouts/payee-check.ts';
import { BankAccountAnswer } from '../../features/payouts/payout-schemas.ts';
import { presentBankAccount } from '../../features/payouts/present-payout.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { Params } from '../shared/payout-requests.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { proofCodes, provedActor } from './proof.ts';

export type ChangeBankAccountDeps = {
  db: Database;
  clock: Clock;
  people: People;
  /** Undefined: nobody is asked. */
  checkPayee: CheckPayee | undefined;
};

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

const Address = Type.Object(
  {
    street: Type.Optional(text('Main Street')),
    building_number: Type.Optional(text('12')),
    post_code: Type.Optional(text('73301')),
    town: Type.Optional(text('Austin')),
    country: Type.Optional(text('US', 'ISO 3166 code')),
  },
  {
    description:
      'Of the account’s holder, with at least `town` and `country`: banks ask for it outside SEPA. Without fields: none',
  },
);

const readForm = ({ street = '', town = '', country = '', ...rest }: Static<typeof Address>) => ({
  ...{ street, town, country, buildingNumber: rest.building_number ?? '', postCode: rest.post_code ?? '' },
});

const AddBody = Type.Object({
  account_name: text('Taverna GmbH'),
  iban: Type.Optional(text('DE89370400440532013000')),
  account_number: Type.Optional(text('12345678', 'If there is no IBAN')),
  bank_code: Type.Optional(text('COBADEFFXXX', 'BIC or national bank code')),
  country: Type.Optional(text('US', 'If there is no IBAN')),
  address: Type.Optional(Address),
  currency: Type.Optional(text('EUR', 'The only currency it accepts; if omitted, any')),
  also_for: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1042] }), {
      maxItems: othersMax,
      description: 'Other accounts owned by the person, to which it is added too',
    }),
  ),
  ...Proof,
});

type Action = 'bank_accounts.add' | 'bank_accounts.set_address' | 'bank_accounts.end';

/** The caller, as someone who has just proved who they are. */
async function proved(people: People, request: FastifyRequest, action: Action, password: string | undefined) {
  const { holderId } = audience.callerOf(request, 'bank_accounts.read');
  const check = (actor: PersonActor) => authorize(actor, action, { holderId, mode: null });
  return { actor: await provedActor(request, people, { check, password }), holderId };
}

export function changeBankAccountsRoutes(app: FastifyInstance, deps: ChangeBankAccountDeps): void {
  addRoute(app, deps);
  addressRoute(app, deps);
  endRoute(app, deps);
}

function addRoute(app: FastifyInstance, { db, clock, people, checkPayee }: ChangeBankAccountDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/bank-accounts',
    schema: {
      ...audience.operation('addBankAccount', 'payouts', 'Add a bank account'),
      body: AddBody,
      response: audience.writeAnswers({ 201: dataOf(BankAccountAnswer) }, ['not_found', ...proofCodes]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { actor, holderId } = await proved(people, request, 'bank_accounts.add', request.body.password);
      const { account_name: accountName, iban = '', country = '', currency = '', ...rest } = request.body;
      const { account_number: accountNumber = '', bank_code: bankCode = '', also_for: alsoFor = [], address } = rest;
      const entered = {
        ...{ accountName, iban, accountNumber, bankCode, country, currency },
        ...(address === undefined ? {} : { address: readForm(address) }),
      };
      const form = await withPayeeAnswer(entered, checkPayee);
      const others = alsoFor.map(BigInt);
      const added = await inTransaction(db, (tx) => addBankAccounts(actor, tx, clock, holderId, form, others));
      return reply.code(201).send(partnerSuccess(presentBankAccount(added)));
    },
  });
}

function addressRoute(app: FastifyInstance, { db, people }: ChangeBankAccountDeps): void {
  typed(app).route({
    method: 'PUT',
    url: '/bank-accounts/:id/address',
    schema: {
      ...audience.operation('setBankAccountAddress', 'payouts', "Set the address of a bank account's holder"),
      params: Params,
      body: Type.Object({ address: Address, ...Proof }),
      response: audience.writeAnswers({ 200: dataOf(BankAccountAnswer) }, [
        'not_found',
        'invalid_state',
        ...proofCodes,
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { address, password } = request.body;
      const { actor, holderId } = await proved(people, request, 'bank_accounts.set_address', password);
      const form = readForm(address);
      const { id } = request.params;
      const account = await inTransaction(db, (tx) => setBankAccountAddress(actor, tx, holderId, id, form));
      return reply.send(partnerSuccess(presentBankAccount(account)));
    },
  });
}

function endRoute(app: FastifyInstance, { db, clock, people }: ChangeBankAccountDeps): void {
  typed(app).route({
    method: 'POST',
    url: '/bank-accounts/:id/end',
    schema: {
      ...audience.operation('endBankAccount', 'payouts', 'Remove a bank account: no more payouts go to it'),
      params: Params,
      body: Type.Object(Proof),
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state', ...proofCodes]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { actor, holderId } = await proved(people, request, 'bank_accounts.end', request.body.password);
      await inTransaction(db, (tx) => endBankAccount(actor, tx, clock, holderId, request.params.id));
      return reply.send(partnerSuccess(null));
    },
  });
}
