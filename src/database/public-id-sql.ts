/** The parts of public ids in SQL, for statements that make rows with ids of their own. The same text as public-id.ts. */
import { type RawBuilder, sql } from 'kysely';
import { alphabet, randomDigits, timeDigits } from './public-id.ts';

/** 62^11 > 2^63. */
const holderDigits = 11;

/** A holder's id as the digits of public ids. */
export const base62Of = (holderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ltrim(string_agg(substr(${sql.lit(alphabet)}, (${holderId} / power(62::numeric, place)::bigint % 62)::int + 1, 1),
    '' order by place desc), '0')
  from generate_series(0, ${sql.lit(holderDigits - 1)}) place)`;

/** The time that an id of `newTimedId` begins with. */
export const idTimeOf = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`substr(${id}, length(${id}) - ${sql.lit(randomDigits - 1)}, ${sql.lit(timeDigits)})`;
