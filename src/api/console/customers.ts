/** GET /customers, /customers.csv and /customers/{id} of the people's API: who paid a shop, and one of them with what they paid. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  type Customer,
  type CustomerFilter,
  findCustomer,
  listCardsOfCustomer,
  listCustomers,
  listRefundsOfCustomer,
  sumOfCustomer,
  sumOfCustomers,
} from '../../features/payments/customers/customers.repository.ts';
import { customerCsvColumns, customersCsv } from '../../features/payments/customers/customers-csv.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { instantOf } from '../shared/instants.ts';
import { CustomerAnswer, ListedCustomerAnswer } from './customers/customer-schemas.ts';
import { presentCustomer, presentListedCustomer } from './customers/present-customer.ts';
import { holderAudience as audience } from './holder-audience.ts';

const shownMax = 10;

const filters = {
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'A part of the name or email address' }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Paid last at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Paid last before this instant' })),
};
export const CustomerFilters = Type.Object(filters);
const Query = Type.Object({ ...filters, ...pageQuery() });

/** @throws AppError `validation_failed` */
export const customerFilterOf = ({ search, from, to }: Static<typeof CustomerFilters>): CustomerFilter => ({
  search,
  from: instantOf('from', from),
  to: instantOf('to', to),
});

const inList = byKey(({ lastPaidUs, id }: Customer) => ({ key: lastPaidUs, id }));
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function customerRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/customers',
    schema: {
      ...audience.operation('listCustomers', 'payments', 'A shop’s customers, the one who paid last first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(ListedCustomerAnswer) }),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'payments.read_in_full');
      const filter = customerFilterOf(request.query);
      const { rows, next } = await readPage(request.query, inList, (page) =>
        listCustomers(db, book, { ...page, ...filter }),
      );
      const sums = await sumOfCustomers(
        db,
        book,
        rows.map(({ id }) => id),
      );
      return partnerPage(
        rows.map((row) => presentListedCustomer(row, sums.get(row.id))),
        next,
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/customers.csv',
    schema: {
      ...audience.operation('getCustomersCsv', 'payments', 'The whole list as CSV'),
      querystring: CustomerFilters,
      response: audience.documentAnswers(csvAnswer(customerCsvColumns, 'The customers')),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.read_in_full');
      return sendCsv(reply, 'customers.csv', customersCsv(db, book, customerFilterOf(request.query)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/customers/:id',
    schema: {
      ...audience.operation(
        'getCustomer',
        'payments',
        'A customer: totals by currency, cards, and the newest refunds; `GET /payments?customer=` has the payments',
      ),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(CustomerAnswer) }, ['not_found']),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'payments.read_in_full');
      const id = BigInt(request.params.id);
      const customer = await findCustomer(db, book, id);
      if (customer === undefined) throw new AppError('not_found', { message: 'No customer has this id.' });
      const [sums, cards, refunds] = await Promise.all([
        sumOfCustomer(db, book, id),
        listCardsOfCustomer(db, book, id, shownMax),
        listRefundsOfCustomer(db, book, id, shownMax),
      ]);
      return partnerSuccess(presentCustomer(customer, { sums, cards, refunds }));
    },
  });
}
