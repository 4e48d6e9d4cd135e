/** GET /account/companies: a person's links and open invitations. GET and POST …/{link}/end: confirm and end a link. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { originOf, type PersonActor, personActor } from '../../access/actor.ts';
import { isAllowed } from '../../access/authorize.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { actingFor } from '../../holders/acting.ts';
import { listLinksOfPerson, listOwedByPerson, type OwedByLink, type OwnLink } from '../../holders/links.repository.ts';
import { type Account, forSignedIn, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { formatDecimal } from '../../money/amount.ts';
import { exponentOf } from '../../money/currency.ts';
import { displayTime } from '../../pages/display.ts';
import { queryOf } from '../../pages/form-fields.ts';
import type { SessionPerson } from '../../people/people.ts';
import { endLink } from '../end-link.ts';
import { findConfirmedEmail, listOpenFor } from '../invitations.repository.ts';
import type { LinkDeps } from './change-beneficiary.route.ts';

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
            ...presentOwn(link, actorFor(request, person, link)),
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
        const actor = actorFor(request, person, link);
        if (!isAllowed(actor, 'links.end', endable(link))) throw new AppError('forbidden');
        const view = 'invitations/views/end-link';
        const data = { link: presentOwn(link, actor) };
        return sendPage(reply, { ...frameOf(person), view, title: 'End this link?', data });
      }),
    });

    app.route({
      method: 'POST',
      url: '/companies/:link/end',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const link = await ownLinkOf(request, person);
        const { companyId, id } = link;
        const actor = actorFor(request, person, link);
        await inTransaction(db, (tx) => endLink(actor, tx, deps, { companyId, id, by: 'beneficiary' }));
        deps.links.drop(companyId, id);
        return toCompanies(reply);
      }),
    });
  };

  /** A link of a holder the person is a member of. @throws AppError `not_found`. */
  async function ownLinkOf(request: FastifyRequest, { personId }: SessionPerson): Promise<OwnLink> {
    const { link } = request.params as { link: string };
    const [found] = idPattern.test(link) ? await listLinksOfPerson(db, personId, { id: BigInt(link), limit: 1 }) : [];
    if (found === undefined) throw new AppError('not_found');
    return found;
  }
}

const toCompanies = (reply: FastifyReply): FastifyReply => reply.redirect(`${paths.companies}?done=ended`, 303);

const frameOf = (person: SessionPerson) => ({ person, here: 'companies' });

const timeView = (at: Date) => ({ time: displayTime(at), instant: at.toISOString() });

/** The mode is shown because a link may serve both, and test mode's balance is not real money. */
const owedText = ({ companyName, amount, currency, mode }: OwedByLink): string => {
  const test = mode === 'test' ? ', in test mode' : '';
  return `Owed to ${companyName}: ${formatDecimal(amount, exponentOf(currency))} ${currency}${test}`;
};

const endable = ({ holderId }: OwnLink) => ({ holderId, mode: null });

/** The person as a member of the linked holder. A link may serve both modes; the actor uses live. */
const actorFor = (request: FastifyRequest, person: SessionPerson, { membership }: OwnLink): PersonActor =>
  personActor({ ...person, mode: 'live' }, actingFor(membership), originOf(request));

const presentOwn = (link: OwnLink, actor: PersonActor) => ({
  id: String(link.id),
  company: link.companyName,
  holder: link.membership.name,
  type: link.type,
  active: link.status === 'active',
  testOnly: !link.servesLive,
  mayEnd: link.status === 'active' && isAllowed(actor, 'links.end', endable(link)),
  since: timeView(link.createdAt),
  until: link.endedAt === null ? undefined : timeView(link.endedAt),
  endPath: `${paths.companies}/${link.id}/end`,
});
