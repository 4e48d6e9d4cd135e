/** `sluice payouts rule`, `bank-account` and `fees`: payout rules, bank accounts on file, and drawing fees. */
import { systemClock } from '../../base/clock/clock.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { type Currency, exponentOf, findCurrency } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { wordsIn } from '../../core/mail/words.ts';
import { approvableFrom, type BankAccount, maskedNumber } from '../../features/payouts/bank-account.ts';
import { addBankAccount, endBankAccount, setBankAccountAddress } from '../../features/payouts/change-bank-accounts.ts';
import { collectFees, drawFees } from '../../features/payouts/collect-fees.ts';
import { type CheckPayee, withPayeeAnswer } from '../../features/payouts/payee-check.ts';
import { createPayeeCheck } from '../../features/payouts/payee-service.ts';
import { intervalInWords } from '../../features/payouts/payout-schedule-mails.ts';
import { findRule } from '../../features/payouts/payouts.repository.ts';
import { planSchedules } from '../../features/payouts/planned-schedules.ts';
import { setPayoutRule } from '../../features/payouts/set-payout-rule.ts';
import { readConfig } from '../config.ts';
import { findHolder } from './find-holder.ts';
import { complain, say, sayJson, table } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withClock, withDatabase } from './with-database.ts';

const minorMax = 10n ** 18n;

function readCurrency(code: string | undefined): Currency {
  const currency = findCurrency(code);
  if (currency === undefined) throw new Error('Give --currency, an uppercase ISO 4217 code.');
  return currency;
}

function readMinor(name: string, text: string, currency: Currency): bigint {
  const minor = toMinorUnits(text, currency.exponent);
  if (minor === undefined || minor < 0n || minor > minorMax) {
    throw new Error(`--${name}: "${text}" is not an amount in ${currency.code}.`);
  }
  return minor;
}

type RuleOptions = {
  currency: string;
  minimum?: string;
  fee?: string;
  dailyLimit?: string;
  reason?: string;
  json?: boolean;
};

export async function payoutRuleCommand(options: RuleOptions): Promise<void> {
  const currency = readCurrency(options.currency);
  const rule = await withDatabase((db) =>
    inTransaction(db, async (tx) => {
      const present = await findRule(tx, currency.code);
      const next = {
        minimum: options.minimum === undefined ? present.minimum : readMinor('minimum', options.minimum, currency),
        fee: options.fee === undefined ? present.fee : readMinor('fee', options.fee, currency),
        dailyLimit: readLimit(options.dailyLimit, present.dailyLimit, currency),
      };
      const asks = [options.minimum, options.fee, options.dailyLimit].some((option) => option !== undefined);
      if (asks) await setPayoutRule(shellActor(), tx, currency.code, next, options.reason ?? null);
      return next;
    }),
  ).catch(sayDetails);
  if (options.json) return sayJson({ currency: currency.code, ...rule });
  const shown = (minor: bigint): string => `${formatDecimal(minor, currency.exponent)} ${currency.code}`;
  const limit = rule.dailyLimit === null ? 'no limit' : `at most ${shown(rule.dailyLimit)}`;
  say(`Payouts of at least ${shown(rule.minimum)}, ${limit} in 24 hours, for a fee of ${shown(rule.fee)}.`);
}

function readLimit(text: string | undefined, present: bigint | null, currency: Currency): bigint | null {
  if (text === undefined) return present;
  if (text === 'none') return null;
  const limit = readMinor('daily-limit', text, currency);
  if (limit === 0n) throw new Error('--daily-limit must be more than 0, or none.');
  return limit;
}

type SchedulesOptions = { holder: string; mode: Mode; json?: boolean };

export async function listPayoutSchedulesCommand({ holder, mode, json }: SchedulesOptions): Promise<void> {
  const schedules = await withClock(async (db, clock) => {
    const holderId = await findHolder(db, undefined, holder);
    return planSchedules({ db, clock }, { holderId, mode });
  });
  if (json) return sayJson(schedules);
  if (schedules.length === 0) return say('No account is paid out automatically.');
  const rows = schedules.map((one) => {
    const shown = (minor: bigint): string => `${formatDecimal(minor, exponentOf(one.currency))} ${one.currency}`;
    return [
      one.linkId === null ? one.accountKind : `${one.accountKind} in ${one.bookName}`,
      intervalInWords(wordsIn('en'), one) ?? 'Off',
      one.dueAt?.toISOString() ?? '',
      one.nextAmount === null ? '' : shown(one.nextAmount),
      shown(one.minimum),
      shown(one.keep),
      one.last?.reason ?? '',
    ];
  });
  say(table([['Account', 'Paid out', 'Next', 'About', 'At least', 'Keeps', 'Last refusal'], ...rows]));
}

type AddressOptions = {
  street?: string;
  buildingNumber?: string;
  postCode?: string;
  town?: string;
  addressCountry?: string;
};

const addressOfOptions = ({ street = '', buildingNumber = '', postCode = '', town = '', ...rest }: AddressOptions) => ({
  ...{ street, buildingNumber, postCode, town, country: rest.addressCountry ?? '' },
});

type BankAccountOptions = AddressOptions & {
  holder: string;
  name: string;
  iban?: string;
  accountNumber?: string;
  bankCode?: string;
  country?: string;
  currency?: string;
};

export async function addBankAccountCommand(options: BankAccountOptions): Promise<void> {
  const { name, iban = '', accountNumber = '', bankCode = '', country = '', currency = '' } = options;
  const account = await withDatabase(async (db) => {
    const holderId = await findHolder(db, undefined, options.holder);
    const address = addressOfOptions(options);
    const entered = { accountName: name, iban, accountNumber, bankCode, country, currency, address };
    const form = await withPayeeAnswer(entered, payeeCheckOfSettings());
    return inTransaction(db, (tx) => addBankAccount(shellActor(), tx, systemClock, holderId, form)).catch(sayDetails);
  });
  say(`Bank account ${account.id} (${maskedNumber(account)}) is on file for holder ${account.holderId}.`);
  const doubt = doubtOf(account);
  if (doubt !== undefined) say(doubt);
  const until = approvableFrom(account, 'live')?.toISOString();
  say(`Live payouts to it can be approved from ${until}; test payouts do not wait.`);
}

function payeeCheckOfSettings(): CheckPayee | undefined {
  const { payeeService } = readConfig(process.env);
  if (payeeService === undefined) return undefined;
  const onProblem = (problem: string): void => complain(`The bank could not be asked about the name: ${problem}.`);
  return createPayeeCheck({ ...payeeService, onProblem });
}

function doubtOf({ payeeCheck, payeeKnownAs }: BankAccount): string | undefined {
  if (payeeCheck === 'no_match') return "Warning: the bank says that this is not the account holder's name.";
  if (payeeCheck !== 'close_match') return undefined;
  return payeeKnownAs === null
    ? 'The bank knows this account under a slightly different name.'
    : `The bank knows this account as ${payeeKnownAs}.`;
}

/** Without an option, the address is taken away. */
export async function setAddressCommand(id: string, options: AddressOptions & { holder: string }): Promise<void> {
  const account = await withDatabase(async (db) => {
    const holderId = await findHolder(db, undefined, options.holder);
    return inTransaction(db, (tx) => setBankAccountAddress(shellActor(), tx, holderId, id, addressOfOptions(options)));
  }).catch(sayDetails);
  say(`Bank account ${id} has ${account.address === null ? 'no' : 'an'} address.`);
}

export async function endBankAccountCommand(id: string, options: { holder: string }): Promise<void> {
  await withDatabase(async (db) => {
    const holderId = await findHolder(db, undefined, options.holder);
    await inTransaction(db, (tx) => endBankAccount(shellActor(), tx, systemClock, holderId, id));
  });
  say(`Bank account ${id} was removed.`);
}

export async function collectFeesCommand(): Promise<void> {
  let failures = 0;
  const collected = await withClock((db, clock) =>
    collectFees(shellActor(), { db, clock }, (error) => {
      failures += 1;
      complain(
        error instanceof AppError
          ? error.message
          : 'The fees of a book could not be collected. The service tries again tonight.',
      );
    }),
  );
  say(`Collected fees of ${collected} books and currencies.`);
  if (failures > 0) process.exitCode = 1;
}

type DrawOptions = { currency: string; amount: string; reference: string; mode: Mode };

export async function drawFeesCommand(options: DrawOptions): Promise<void> {
  const currency = readCurrency(options.currency);
  const amount = readMinor('amount', options.amount, currency);
  const { reference, mode } = options;
  const draw = { mode, currency: currency.code, amount, reference };
  const drawn = await withDatabase((db) =>
    inTransaction(db, (tx) => drawFees(shellActor(), tx, systemClock, draw)),
  ).catch(sayDetails);
  const shown = `${formatDecimal(amount, currency.exponent)} ${currency.code}`;
  say(drawn ? `Drew ${shown} (${draw.mode}).` : `${shown} was already drawn with this reference. Nothing was done.`);
}
