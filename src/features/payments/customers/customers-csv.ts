/** A list of a shop's customers as CSV, for those who see who paid. */
import type { Cell } from '../../../base/csv/csv.ts';
import { csvPages } from '../../../base/csv/csv-pages.ts';
import type { Page, SortedPlace } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { type Customer, type CustomerFilter, listCustomers } from './customers.repository.ts';

export const customerCsvColumns = [
  'customer_id',
  'name',
  'email',
  'has_account',
  'payments',
  'first_paid_at',
  'last_paid_at',
] as const;

export const customersCsv = (db: Database, book: Book, filter: CustomerFilter): AsyncGenerator<string> =>
  csvPages({
    columns: customerCsvColumns,
    read: (page: Page<SortedPlace>) => listCustomers(db, book, { ...filter, ...page }),
    placeOf: ({ lastPaidUs, id }) => ({ key: lastPaidUs, id }),
    linesOf: (customer) => [cellsOf(customer)],
  });

const cellsOf = (customer: Customer): Cell[] => [
  customer.id,
  customer.name,
  customer.email,
  String(customer.hasAccount),
  customer.payments,
  customer.firstPaidAt.toISOString(),
  customer.lastPaidAt.toISOString(),
];
