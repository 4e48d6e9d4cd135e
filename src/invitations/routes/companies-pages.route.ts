/**
 * GET /account/companies: whom a person is linked to, and who has invited them. GET and POST …/{link}/end: the end of
 * a link, which asks first.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, displayTime, forSignedIn, paths, queryOf, sendPage } from '../../account/account.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { listLinksOfPerson, listOwedByPerson, type OwedByLink, type OwnLink } from '../../holders/links.repository.ts';
import { formatDecimal } from '../../money/amount.ts';
import { exponentOf } from '../../money/currency.ts';
import type { SessionPerson } from '../../people/people.ts';
import { endLink } from '../end-link.ts';
import { findConfirmedEmail, listOpenFor } from '../invitations.repository.ts';
import type { LinkDeps } from './end-beneficiary.route.ts';

const rowsMax = 200;
const idPattern = /^[0-9]{1,18}$/;

export function companiesPages(deps: LinkDeps) {
  const { db, now } = deps;
  return (app: FastifyInstance, account: Account): void => {
    app.route({
      method: 'GET',
      url: '/companies',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const email = await findConfirmedEmail(db, person.personId);
        const [links, owed, invitations] = await Promise.all([
          listLinksOfPerson(db, person.personId, { limit: rowsMax }),
          listOwedByPerson(db, person.personId, { limit: rowsMax }),
          email === undefined ? [] : listOpenFor(db, email, now(), rowsMax),
        ]);
        const data = {
          links: links.map((link) => ({
            ...presentOwn(link),
            owed: owed.filter((one) => one.linkId === link.id).map(owedText),
          })),
          invitations: invitations.map((one) => ({
            ...{ company: one.companyName, type: one.type },
            ...timeView(one.expiresAt),
          })),
          done: queryOf(request, 'done') === 'ended' ? 'The link was ended.' : undefined,
        };
        return sendPage(reply, { ...frameOf(person), view: 'invitations/views/companies', title: 'Companies', data });
      }),
    });

    app.route({
      method: 'GET',
      url: '/companies/:link/end',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const link = await ownLinkOf(request, person);
        if (link.status === 'ended') return toCompanies(reply);
        const view = 'invitations/views/end-link';
        return sendPage(reply, { ...frameOf(person), view, title: 'End this link?', data: { link: presentOwn(link) } });
      }),
    });

    app.route({
      method: 'POST',
      url: '/companies/:link/end',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const { companyId, id } = await ownLinkOf(request, person);
        await inTransaction(db, (tx) => endLink(tx, deps, { companyId, id, by: 'beneficiary' }));
        deps.links.drop(companyId, id);
        return toCompanies(reply);
      }),
    });
  };

  /** A link whose holder the person owns. @throws AppError `not_found`. */
  async function ownLinkOf(request: FastifyRequest, { personId }: SessionPerson): Promise<OwnLink> {
    const { link } = request.params as { link: string };
    const [found] = idPattern.test(link) ? await listLinksOfPerson(db, personId, { id: BigInt(link), limit: 1 }) : [];
    if (found === undefined || !found.mayEnd) throw new AppError('not_found');
    return found;
  }
}

const toCompanies = (reply: FastifyReply): FastifyReply => reply.redirect(`${paths.companies}?done=ended`, 303);

const frameOf = (person: SessionPerson) => ({ person, here: 'companies' });

const timeView = (at: Date) => ({ time: displayTime(at), instant: at.toISOString() });

/** A link serves both modes; what is owed in test mode is no money. */
const owedText = ({ companyName, amount, currency, mode }: OwedByLink): string => {
  const test = mode === 'test' ? ', in test mode' : '';
  return `Owed to ${companyName}: ${formatDecimal(amount, exponentOf(currency))} ${currency}${test}`;
};

const presentOwn = ({ id, companyName, holderName, type, status, mayEnd, createdAt, endedAt }: OwnLink) => ({
  id: String(id),
  company: companyName,
  holder: holderName,
  type,
  active: status === 'active',
  mayEnd: mayEnd && status === 'active',
  since: timeView(createdAt),
  until: endedAt === null ? undefined : timeView(endedAt),
  endPath: `${paths.companies}/${id}/end`,
});
