/**
 * The proof of the books: a document that says what the last full verification found, what all books add up to, and where
 * the chain of seals ends, signed by the key of the seals (docs/seals.md, "The proof"). Without names. Pure.
 */
import { type Static, Type } from 'typebox';
import { formatDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Totals } from '../../core/ledger/totals.repository.ts';
import type { FullVerification, StoredCheck } from '../../core/ledger/verifications.repository.ts';
import { type Head, headText } from '../../core/seals/head.ts';
import type { SealKeys } from '../../core/seals/seal-keys.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Null where it was not counted. */
const Counted = Type.Union([Count, Type.Null()]);
const At = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });
const Decimal = Type.String({ pattern: '^\\d{1,40}(\\.\\d{1,4})?$' });
const closed = { additionalProperties: false } as const;

const ProvenCheck = Type.Object(
  { name: Type.String({ minLength: 1 }), rows: Counted, took_ms: Counted, violations: Count },
  closed,
);

const ProvenTotals = Type.Object(
  {
    mode: Type.Enum(['test', 'live']),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    transfers: Count,
    debits: Decimal,
    credits: Decimal,
    debit_balances: Decimal,
    credit_balances: Decimal,
  },
  closed,
);

const statement = {
  sluice_proof: Type.Literal(1),
  service: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
  made_at: At,
  verification: Type.Object(
    {
      number: Count,
      started_at: At,
      finished_at: At,
      balanced: Type.Boolean(),
      rows: Counted,
      checks: Type.Array(ProvenCheck, { minItems: 1 }),
    },
    closed,
  ),
  totals: Type.Array(ProvenTotals),
  /** Null until something is sealed. */
  seal: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
  key: Type.String({ pattern: '^[\\w-]{43}$' }),
};

const Statement = Type.Object(statement, closed);
export const Proof = Type.Object(
  { ...statement, signature: Type.String({ pattern: '^[\\w-]{86}$' }) },
  { ...closed, title: 'BooksProof' },
);

type Statement = Static<typeof Statement>;
export type Proof = Static<typeof Proof>;

type Facts = {
  service: string;
  version: string;
  madeAt: Date;
  verification: FullVerification & { totals: Totals[] };
  head: Head | undefined;
};

export function signProof({ service, version, madeAt, verification, head }: Facts, keys: SealKeys): Proof {
  const { id, startedAt, finishedAt, ok, checks, totals } = verification;
  const said: Statement = {
    sluice_proof: 1,
    service,
    version,
    made_at: madeAt.toISOString(),
    verification: {
      number: Number(id),
      started_at: startedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      balanced: ok,
      rows: sumOf(checks.map(({ rows }) => rows ?? null)),
      checks: checks.map(presentCheck),
    },
    totals: totals.map(presentTotals),
    seal: head === undefined ? null : headText(head),
    key: keys.publicKey.toString('base64url'),
  };
  return { ...said, signature: keys.signText(signedText(said)).toString('base64url') };
}

const presentCheck = ({ name, rows, tookMs, count }: StoredCheck): Static<typeof ProvenCheck> => ({
  name,
  rows: rows ?? null,
  took_ms: tookMs ?? null,
  violations: count,
});

function presentTotals({ mode, currency, transfers, ...sums }: Totals): Static<typeof ProvenTotals> {
  const exponent = exponentOf(currency);
  const decimal = (minor: string): string => formatDecimal(BigInt(minor), exponent);
  return {
    mode,
    currency,
    transfers,
    debits: decimal(sums.debits),
    credits: decimal(sums.credits),
    debit_balances: decimal(sums.debitBalances),
    credit_balances: decimal(sums.creditBalances),
  };
}

/** Null when any of them is. */
export function sumOf(counts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const count of counts) {
    if (count === null) return null;
    sum += count;
  }
  return sum;
}

/** The file: every byte of it follows from what it says. */
export const proofText = (proof: Statement | Proof): string => `${JSON.stringify(proof, null, 2)}\n`;

/** What is signed: the file without the line of the signature, after a line that no head of seals begins with. */
export const signedText = (said: Statement): string => `sluice-proof/1\n${proofText(said)}`;
