/** Holders in the operator's answers, and a holder's own admission. */
import { type Static, Type } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { holderStatusNames } from '../../base/schemas/holder-parts.ts';
import {
  Amount,
  Count,
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  Text,
} from '../../base/schemas/parts.ts';
import type { LastChange } from '../../core/access/audit-log.repository.ts';
import { holderKinds } from '../../core/access/roles.ts';
import type { ApprovalRequest } from './approval-requests.repository.ts';
import type { BusinessProfile } from './business.ts';
import { BusinessFacts, presentFacts } from './business-schemas.ts';
import { ChangeAnswer, presentChange } from './change-schemas.ts';
import type { ListedHolder, ListedLink, ListedMember, OwnBalance } from './holders-list.repository.ts';
import type { Admission } from './request-approval.ts';

const StatusName = Type.Enum([...holderStatusNames]);

const listed = {
  holder_id: NumericId,
  kind: Type.Enum([...holderKinds]),
  name: Text('Taverna'),
  status: StatusName,
  created_at: Instant,
  owner_email: NullableText,
  members: Count,
  links: Type.Integer({ minimum: 0, description: 'Active ones', examples: [3] }),
};

const Request = Type.Object({
  status: Type.Enum(['waiting', 'approved', 'refused']),
  requested_at: Instant,
  decided_at: NullableInstant,
  reason: NullableText,
});

export const HolderRowAnswer = Type.Object(
  {
    ...listed,
    held: Type.Array(Type.Object({ currency: Currency, amount: Amount }), {
      description:
        'What the account has in the mode of the request: clearing and commission, wallet, and earnings at companies; debts are left out',
    }),
  },
  { title: 'HolderRow' },
);

export const HolderAnswer = Type.Object(
  {
    ...listed,
    closed_at: NullableInstant,
    orders_per_minute: nullable(Count),
    bulk_requests_per_minute: nullable(Count),
    quota_changed: ChangeAnswer,
    approval: nullable(Request),
    business: nullable(BusinessFacts),
    people: Type.Array(
      Type.Object({ name: Text('Ada Lovelace'), email: Text('ada@example.org'), role: Text('owner') }),
    ),
    linked: Type.Array(
      Type.Object({
        link_id: NumericId,
        type: Type.Enum(['merchant', 'courier']),
        name: Text('Taverna'),
        status: Type.Enum(['active', 'ended']),
        company: Type.Object({ holder_id: NumericId, name: Text('Bolt Bistro') }),
        payee: Type.Object({ holder_id: NumericId, name: Text('Taverna') }),
        created_at: Instant,
      }),
    ),
    balances: Type.Array(
      Type.Object({
        account: Type.Enum(['clearing', 'commission', 'wallet', 'earnings', 'debt'], {
          description: 'Earnings are those at all companies',
        }),
        amount: Amount,
        currency: Currency,
      }),
    ),
  },
  { title: 'HolderInFull', description: 'A holder with its members, links and balances in the given mode' },
);
export type PresentedHolder = Static<typeof HolderAnswer>;

export const AdmissionAnswer = Type.Object(
  { status: StatusName, request: nullable(Request) },
  { title: 'Admission', description: 'Whether the account may take real money, and the last request to' },
);

const presentRequest = (request: ApprovalRequest | undefined): Static<typeof Request> | null =>
  request === undefined
    ? null
    : {
        status: request.status,
        requested_at: request.requestedAt.toISOString(),
        decided_at: request.decidedAt?.toISOString() ?? null,
        reason: request.reason,
      };

export const presentAdmission = ({ status, request }: Admission): Static<typeof AdmissionAnswer> => ({
  status,
  request: presentRequest(request),
});

type Held = { holderId: bigint; currency: string; amount: string };

export const presentRow = (holder: ListedHolder, held: readonly Held[]): Static<typeof HolderRowAnswer> => ({
  ...presentListed(holder),
  held: held
    .filter(({ holderId }) => holderId === holder.id)
    .map(({ currency, amount }) => ({ currency, amount: jsonDecimal(BigInt(amount), exponentOf(currency)) })),
});

const presentListed = (holder: ListedHolder) => ({
  holder_id: Number(holder.id),
  kind: holder.kind,
  name: holder.name,
  status: holder.status,
  created_at: holder.createdAt.toISOString(),
  owner_email: holder.ownerEmail,
  members: Number(holder.members),
  links: Number(holder.links),
});

type Parts = {
  holder: ListedHolder;
  request: ApprovalRequest | undefined;
  business: BusinessProfile;
  people: readonly ListedMember[];
  links: readonly ListedLink[];
  balances: readonly OwnBalance[];
  quotaChange: LastChange | undefined;
};

export const presentHolder = ({
  holder,
  request,
  business,
  people,
  links,
  balances,
  quotaChange,
}: Parts): PresentedHolder => ({
  ...presentListed(holder),
  closed_at: holder.closedAt?.toISOString() ?? null,
  orders_per_minute: holder.ordersPerMinute,
  bulk_requests_per_minute: holder.bulkRequestsPerMinute,
  quota_changed: presentChange(quotaChange),
  approval: presentRequest(request),
  business: holder.kind === 'company' || holder.kind === 'merchant' ? presentFacts(business) : null,
  people: people.map(({ name, email, role }) => ({ name, email, role })),
  linked: links.map((link) => ({
    link_id: Number(link.id),
    type: link.type,
    name: link.name,
    status: link.status,
    company: { holder_id: Number(link.companyId), name: link.companyName },
    payee: { holder_id: Number(link.payeeId), name: link.payeeName },
    created_at: link.createdAt.toISOString(),
  })),
  balances: balances.map(({ kind, currency, balance }) => ({
    account: kind,
    amount: jsonDecimal(balance, exponentOf(currency)),
    currency,
  })),
});
