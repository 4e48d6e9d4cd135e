/** Errors are told apart by what a database says, in the words of PostgreSQL and of Citus. */
import { describe, expect, it } from 'vitest';
import { isConnectionLost, isRetryable, isUnavailable, violatedConstraint } from './database-error.ts';

type Said = { code: string; message: string; constraint?: string };

/** As a coordinator passes it on: without the fields of the worker's error. */
const byCitus = (code: string, message: string): Said => ({ code, message });

describe('the name of a violated constraint', () => {
  it.each<[string, Said, string | undefined]>([
    [
      'is the one that PostgreSQL gives',
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "transfers_posting_key"',
        constraint: 'transfers_posting_key',
      },
      'transfers_posting_key',
    ],
    [
      'is read from the message of a CHECK',
      byCitus('23514', 'new row for relation "accounts_102008" violates check constraint "accounts_balance_floor"'),
      'accounts_balance_floor',
    ],
    [
      'is read without the shard, of a unique constraint',
      byCitus('23505', 'duplicate key value violates unique constraint "transfers_posting_key_102012"'),
      'transfers_posting_key',
    ],
    [
      'of a foreign key',
      byCitus(
        '23503',
        'insert or update on table "orders_102012" violates foreign key constraint "orders_link_fkey_102012"',
      ),
      'orders_link_fkey',
    ],
    [
      'of a foreign key that a row is still named by, of the other table',
      byCitus(
        '23503',
        'update or delete on table "people_102008" violates foreign key constraint "members_person_id_fkey_102012" on table "members_102012"',
      ),
      'members_person_id_fkey',
    ],
    [
      'of a shard on the coordinator itself, whose error is whole',
      {
        code: '23503',
        constraint: 'mails_person_id_fkey_102164',
        message: 'insert or update on table "mails_102164" …',
      },
      'mails_person_id_fkey',
    ],
    [
      'is not what another error names',
      byCitus('23502', 'null value in column "amount" of relation "tr_102012" violates not-null constraint'),
      undefined,
    ],
    [
      'is read from an error that lost even its code, in an INSERT from a SELECT',
      byCitus('XX000', 'new row for relation "transfers_102921" violates check constraint "transfers_subject_id"'),
      'transfers_subject_id',
    ],
    ['is unknown in an internal error', byCitus('XX000', 'could not find tuple for trigger 16421'), undefined],
    ['is unknown in a message without one', byCitus('23505', 'duplicate key value'), undefined],
  ])('%s', (_name, error, expected) => {
    expect(violatedConstraint(Object.assign(new Error(error.message), error))).toBe(expected);
  });
});

describe('what is retried', () => {
  it.each<[Said, boolean]>([
    [
      byCitus('23503', 'insert or update on table "members" violates foreign key constraint "members_person_id_fkey"'),
      true,
    ],
    [
      byCitus(
        '23503',
        'insert or update on table "members_102012" violates foreign key constraint "members_person_id_fkey_102012"',
      ),
      true,
    ],
    [
      byCitus('23503', 'insert or update on table "members" violates foreign key constraint "members_holder_id_fkey"'),
      false,
    ],
    [byCitus('40P01', 'canceling the transaction since it was involved in a distributed deadlock'), true],
  ])('$0.code: $1', (error, expected) => {
    expect(isRetryable(Object.assign(new Error(error.message), error))).toBe(expected);
  });
});

describe('a worker of a cluster that is away', () => {
  it.each<[string, boolean]>([
    [
      'connection to the remote node sluice_service@10.0.0.7:5432 failed with the following error: Connection refused',
      true,
    ],
    [
      'connection to the remote node sluice_service@10.0.0.7:5432 failed with the following error: connection not open',
      true,
    ],
    ['failure on connection marked as essential: 10.0.0.7:5432', true],
    ['SSL SYSCALL error: EOF detected', true],
    ['server closed the connection unexpectedly', true],
    ['could not find tuple for trigger 16421', false],
  ])('"%s": lost is %s', (message, expected) => {
    const error = Object.assign(new Error(message), byCitus('XX000', message));
    expect([isConnectionLost(error), isUnavailable(error)]).toEqual([expected, expected]);
  });
});
