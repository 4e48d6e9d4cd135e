/** `sluice fees rule`: what payments cost all accounts, or one. */
import { instantWanted, readInstant } from '../../base/clock/read-instant.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import { type Fee, type FeeMethod, type FeeRule, feeMethods } from '../../features/payments/fees/fee-rule.ts';
import { basisPointsMax, presentFees } from '../../features/payments/fees/fee-schemas.ts';
import { readFees } from '../../features/payments/fees/read-fees.ts';
import { setPaymentFee } from '../../features/payments/fees/set-payment-fee.ts';
import { findHolder } from './find-holder.ts';
import { say, sayJson } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

type Options = {
  holder?: string;
  method?: string;
  currency?: string;
  basisPoints?: string;
  fixed?: string;
  end?: boolean;
  from?: string;
  reason?: string;
  json?: boolean;
};

export async function paymentFeeCommand(options: Options): Promise<void> {
  const { holder, currency = null } = options;
  if (currency !== null && findCurrency(currency) === undefined) {
    throw new Error('Give --currency as an uppercase ISO 4217 code.');
  }
  const fee = readFee(options);
  const method = readMethod(options.method);
  const effectiveFrom = readTime(options.from);
  const rules = await withDatabase(async (db) => {
    const holderId = holder === undefined ? null : await findHolder(db, undefined, holder);
    if (fee !== undefined) {
      const rule = { holderId, method, currency, fee, effectiveFrom };
      await inTransaction(db, (tx) => setPaymentFee(shellActor(), tx, rule, options.reason ?? null)).catch(sayDetails);
    }
    return readFees(db, holderId);
  });
  if (options.json) return sayJson(presentFees(rules));
  if (rules.inForce.length + rules.toCome.length === 0) return say('Payments cost nothing.');
  for (const rule of rules.inForce) say(describe(rule));
  for (const rule of rules.toCome) say(`From ${rule.effectiveFrom.toISOString()}: ${describe(rule)}`);
}

/** Undefined when the command only shows the rules; null when it ends one. */
function readFee({ basisPoints: rate, fixed, end, currency }: Options): Fee | null | undefined {
  if (end) {
    if (rate !== undefined || fixed !== undefined) throw new Error('Give either --end or a fee.');
    return null;
  }
  if (rate === undefined && fixed === undefined) return undefined;
  const basisPoints = Number(rate ?? '0');
  if (!/^[0-9]+$/.test(rate ?? '0') || basisPoints > basisPointsMax) {
    throw new Error(`--basis-points must be a whole number from 0 to ${basisPointsMax}.`);
  }
  if (fixed === undefined) return { basisPoints, fixed: 0n };
  const of = findCurrency(currency);
  if (of === undefined) throw new Error('--fixed needs --currency.');
  const minor = toMinorUnits(fixed, of.exponent);
  if (minor === undefined || minor < 0n) throw new Error(`--fixed: "${fixed}" is not an amount in ${of.code}.`);
  return { basisPoints, fixed: minor };
}

function readMethod(method: string | undefined): FeeMethod | null {
  if (method === undefined) return null;
  const known = feeMethods.find((one) => one === method);
  if (known === undefined) throw new Error(`--method must be one of ${feeMethods.join(', ')}.`);
  return known;
}

function readTime(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = readInstant(text);
  if (at === undefined) throw new Error(`--from ${instantWanted}.`);
  return at;
}

function describe({ holderId, method, currency, fee }: FeeRule): string {
  const scope = [holderId === null ? 'all accounts' : 'this account', method, currency].filter((one) => one !== null);
  if (fee === null) return `${scope.join(', ')}: ends`;
  const rate = `${formatDecimal(BigInt(fee.basisPoints), 2)} %`;
  const fixed =
    fee.fixed === 0n || currency === null ? '' : ` + ${formatDecimal(fee.fixed, exponentOf(currency))} ${currency}`;
  return `${scope.join(', ')}: ${rate}${fixed}`;
}
