/** Renders the page of payouts, and the messages for refused requests. */
import type { FastifyReply } from 'fastify';
import { noOrigin } from '../../access/actor.ts';
import { isAllowed } from '../../access/authorize.ts';
import { randomBase62 } from '../../database/public-id.ts';
import { AppError } from '../../errors/app-error.ts';
import { listOwedByPerson } from '../../holders/links.repository.ts';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import { formatDecimal, toMinorUnits } from '../../money/amount.ts';
import { exponentOf } from '../../money/currency.ts';
import type { Mode } from '../../money/mode.ts';
import { displayTime } from '../../pages/display.ts';
import type { SessionPerson } from '../../people/people.ts';
import { unfitFor } from '../bank-account.ts';
import { listBankAccounts } from '../bank-accounts.repository.ts';
import { listOwnHolders } from '../own-holders.ts';
import { listDrawable } from '../payout-pages.repository.ts';
import { findRule, listOwnedPayouts } from '../payouts.repository.ts';
import {
  drawableKey,
  kindWord,
  presentDrawable,
  presentOwedByLink,
  presentOwnBank,
  presentOwnPayout,
} from '../present-pages.ts';

const rowsMax = 50;
const keyBytes = 16;
const amountPattern = /^[0-9]{1,12}(\.[0-9]{1,3})?$/;
const doneTexts: Record<string, string> = {
  asked: 'The payout was requested. The operator decides next.',
  cancelled: 'The payout was cancelled, and the money is back.',
  late: 'The payout cannot be cancelled any more.',
};

/** Minor units above 0, or undefined when the text is not an amount in the currency. */
export function readTypedAmount(text: string, currency: string): bigint | undefined {
  const trimmed = text.trim();
  const minor = amountPattern.test(trimmed) ? toMinorUnits(trimmed, exponentOf(currency)) : undefined;
  return minor === undefined || minor <= 0n ? undefined : minor;
}

export type Errors = { amount?: string; bank?: string };

/** Maps refusals to messages of the form; rethrows any other error. */
export function problemsOf(error: unknown): Errors {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'insufficient_funds') return { amount: 'There is not that much to draw.' };
  if (error.code !== 'validation_failed') throw error;
  const errors: Errors = {};
  for (const { field, message } of error.details) {
    errors[field === 'amount' ? 'amount' : 'bank'] = `This ${message}.`;
  }
  return errors;
}

type Shown = {
  person: SessionPerson;
  mode: Mode;
  chosen?: string;
  done?: string;
  typed?: object;
  errors?: Errors;
  /** The chosen account can't be drawn from. */
  gone?: boolean;
};

export async function sendPayouts(reply: FastifyReply, { db }: Account, shown: Shown): Promise<FastifyReply> {
  const { person, mode, typed = {}, errors, gone } = shown;
  const holders = await listOwnHolders(db, person, mode, noOrigin);
  const may = holders.filter(({ actor, holderId }) => isAllowed(actor, 'payouts.request', { holderId, mode }));
  const acting = new Set(may.map((holder) => holder.holderId));
  const all = await listDrawable(
    db,
    holders.map((holder) => holder.holderId),
    mode,
  );
  const chosen = all.find((one) => drawableKey(one) === shown.chosen && acting.has(one.ownerHolderId));
  const banks = chosen === undefined ? [] : await listBankAccounts(db, chosen.ownerHolderId);
  const rule = chosen === undefined ? undefined : await findRule(db, chosen.currency);
  const lists = await Promise.all(
    holders.map((holder) => listOwnedPayouts(db, { holderId: holder.holderId, mode }, { limit: rowsMax })),
  );
  const owed = await listOwedByPerson(db, person.personId, { mode, limit: rowsMax });
  const payouts = lists.flat().sort((a, b) => (a.position < b.position ? 1 : -1));
  const ownerOf = (ownerHolderId: bigint) => {
    const owner = holders.find((holder) => holder.holderId === ownerHolderId);
    return { owner: String(ownerHolderId), ownerName: owner && `${owner.name} (${kindWord(owner.kind)})` };
  };
  const refused = errors !== undefined || gone === true;
  const data = {
    drawable: all.map((one) => ({ ...presentDrawable(one), mayAct: acting.has(one.ownerHolderId) })),
    owed: owed.map(presentOwedByLink),
    chosen: chosen && { ...presentDrawable(chosen), ...ownerOf(chosen.ownerHolderId) },
    fee: rule && chosen && rule.fee > 0n ? formatDecimal(rule.fee, exponentOf(chosen.currency)) : undefined,
    banks:
      chosen === undefined
        ? []
        : banks.filter((one) => unfitFor(one, chosen.currency) === undefined).map(presentOwnBank),
    payouts: payouts
      .slice(0, rowsMax)
      .map((payout) => presentOwnPayout(payout, acting.has(payout.ownerHolderId), displayTime)),
    key: randomBase62(keyBytes),
    done: doneTexts[shown.done ?? ''],
    typed,
    errors: errors ?? {},
  };
  return sendPage(reply, {
    view: 'payouts/views/payouts',
    title: 'Payouts',
    person,
    mode,
    here: 'payouts',
    status: refused ? 422 : 200,
    problem: refused ? 'No payout was requested. Check what is shown below.' : undefined,
    data,
  });
}
