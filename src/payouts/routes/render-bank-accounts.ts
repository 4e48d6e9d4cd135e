/** Renders the page of bank accounts: those on file, and the forms to add or remove one. */
import type { FastifyReply } from 'fastify';
import { noOrigin } from '../../access/actor.ts';
import { isAllowed } from '../../access/authorize.ts';
import { type Account, sendPage } from '../../interfaces/account/account-page.ts';
import type { SessionPerson } from '../../people/people.ts';
import { listBankAccounts } from '../bank-accounts.repository.ts';
import { listOwnHolders } from '../own-holders.ts';
import { kindWord, presentOwnBank } from '../present-pages.ts';

const doneTexts: Record<string, string> = {
  added: 'The bank account is on file. Payouts of real money to it wait for 48 hours.',
  ended: 'The bank account was removed.',
};

export type Notes = {
  status?: number;
  problem?: string;
  typed?: object;
  errors?: Record<string, string>;
  ending?: string;
};

export async function sendBank(
  reply: FastifyReply,
  { db }: Account,
  person: SessionPerson,
  done: string,
  notes: Notes,
) {
  const holders = await listOwnHolders(db, person, 'live', noOrigin);
  const listed = await Promise.all(
    holders.map(async ({ holderId, kind, name, actor }) => {
      const mayAct = isAllowed(actor, 'bank_accounts.add', { holderId, mode: null });
      const active = (await listBankAccounts(db, holderId)).filter((one) => one.status === 'active');
      return { id: String(holderId), name: `${name} (${kindWord(kind)})`, mayAct, banks: active.map(presentOwnBank) };
    }),
  );
  const acting = listed.filter((holder) => holder.mayAct);
  const ending = acting.flatMap(({ id, banks }) => banks.map((bank) => ({ holder: id, ...bank })));
  const { status = 200, problem, typed = {}, errors = {} } = notes;
  const data = {
    holders: listed,
    acting,
    ending: ending.find((bank) => bank.id === notes.ending),
    done: doneTexts[done],
    typed,
    errors,
  };
  const view = 'payouts/views/bank';
  return sendPage(reply, { view, title: 'Bank accounts', person, here: 'profile', status, problem, data });
}
