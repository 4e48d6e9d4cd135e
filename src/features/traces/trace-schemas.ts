/** Schemas of the chain of an amount (docs/contract/people.md, "Follow the money"). */
import { type Static, Type } from 'typebox';
import {
  Amount,
  amountThatIs,
  Count,
  Currency,
  Instant,
  NullableInstant,
  NullableText,
  NumericId,
  nullable,
  PublicId,
  Text,
} from '../../base/schemas/parts.ts';
import { accountKinds } from '../../core/ledger/accounts.ts';
import { TransferCodeName } from '../../core/ledger/transfer-code.ts';
import { payoutStatuses } from '../payouts/payout.ts';
import { Day } from '../reconciliation/statement-schemas.ts';
import { chainCheckNames } from './checks.ts';
import { proofs } from './prove-ends.ts';
import { gaps } from './read-steps.ts';

const Node = Type.Object(
  {
    key: Text('EUR/3/clearing', 'Names the node in `edges`'),
    kind: Type.Enum([...accountKinds, 'payout', 'later', 'others']),
    account: nullable(Text('earnings:12', 'Its name in the ledger, if it is one account')),
    name: nullable(Text('Nina Noodles', 'The payee, the shop or the shadow restaurant whose it is')),
    holder_name: nullable(Text('QuickBite', 'In whose book it is')),
    holder_id: nullable(NumericId),
    source: nullable(Text('card', 'Of the world outside: the bank, or what a provider charges')),
    count: nullable(Count),
    is_own: Type.Boolean({ description: 'Of the reader’s own account' }),
    currency: Currency,
    came_in: Amount,
    went_out: Amount,
    held: amountThatIs('What came in and did not leave; below 0 where the chain begins'),
    layer: Type.Integer({ minimum: 0, examples: [1], description: 'Where it stands from the origin on' }),
    trace: nullable(Text('payout:po_000000000014fGk2Qm7ZxW1Jc9TbVh3Rd', 'Its own chain')),
    proof: nullable(
      Type.Enum([...proofs], {
        description:
          'Of money that enters or leaves the service: on a statement, not yet, or not possible in test mode',
      }),
    ),
    payout_status: nullable(Type.Enum([...payoutStatuses])),
    at: NullableInstant,
    is_followed: Type.Boolean({ description: 'False where too much has moved since to say what became of the money' }),
  },
  { title: 'TraceNode' },
);

const Edge = Type.Object(
  {
    from: Text('EUR/3/clearing'),
    to: Text('EUR/3/earnings:12'),
    code: TransferCodeName(),
    amount: Amount,
    currency: Currency,
    count: Type.Integer({ minimum: 1, examples: [1], description: 'How many transfers it stands for' }),
    transfer_id: nullable(NumericId),
    is_memo: Type.Boolean({ description: 'A note of what is owed, or of cash' }),
    first_at: Instant,
    last_at: Instant,
  },
  { title: 'TraceEdge' },
);

const BankLine = Type.Object(
  {
    line_id: nullable(NumericId),
    booked_on: Day,
    source: Text('bank'),
    amount: amountThatIs('Of the chain; negative where it left the service'),
    currency: Currency,
  },
  {
    title: 'TraceBankLine',
    description: 'A statement’s line that proves what entered or left. Only the operator gets its id',
  },
);

const Check = Type.Object(
  {
    name: Type.Enum([...chainCheckNames]),
    verification: nullable(
      Text(
        'Payouts have exactly the transfers their state requires',
        'The check of the verification of the books that it is for one chain',
      ),
    ),
    relation: Type.Enum(['equal', 'at_most']),
    left: Amount,
    right: Amount,
    currency: Currency,
    holds: Type.Boolean(),
  },
  { title: 'TraceCheck' },
);

const FollowedPayout = Type.Object(
  {
    payout_id: PublicId('po'),
    status: Type.Enum([...payoutStatuses]),
    bank_account: nullable(Text('•••• 3000', 'Masked: its last four characters; null for those who may not see it')),
    expected_on: nullable({ ...Day, description: 'While it is under way; an estimate' }),
    reason: NullableText,
    ended_at: NullableInstant,
    made_of: Type.Array(Type.Object({ code: TransferCodeName(), count: Count }), {
      description:
        'How many orders, payments or other things are in it, by what moved their money; empty where unknown',
    }),
  },
  { title: 'TracePayout' },
);

export const TraceAnswer = Type.Object(
  {
    trace: Text('order:1042', 'What the chain is about; an id of a part, such as a refund, answers the whole'),
    reference: NullableText,
    payout: { ...nullable(FollowedPayout), description: 'How far the payout is that the chain is about' },
    has_parts: Type.Boolean({ description: 'Whether `/traces/{id}/parts` lists what it is made of' }),
    nodes: Type.Array(Node),
    edges: Type.Array(Edge),
    bank_lines: Type.Array(BankLine),
    checks: Type.Array(Check),
    gaps: Type.Array(Type.Enum([...gaps]), {
      description:
        'What was left out because there is too much of it: `later_movements`, what became of money in an account, or what a payout is made of; `earlier_credits`, the older part of a payout; `transfers` of a line; the check of a settlement’s `splits`. Empty: nothing',
    }),
  },
  { title: 'MoneyTrace', description: 'Where an amount came from and where it is now' },
);
export type PresentedTrace = Static<typeof TraceAnswer>;

export const TracePart = Type.Object(
  {
    trace: Text('transfer:88', 'Its own chain'),
    transfer_id: NumericId,
    code: TransferCodeName(),
    amount: Amount,
    currency: Currency,
    whole_amount: amountThatIs('Of the whole transfer; a payout may take a part of it'),
    used_before: amountThatIs('What of it had left the account before; such as with an earlier payout'),
    left_after: amountThatIs('What of it stayed there after the payout'),
    partner_order_ref: NullableText,
    payment: nullable(
      Type.Object(
        {
          payment_id: PublicId('pay'),
          description: NullableText,
          custom: NullableText,
          payer_name: { ...NullableText, description: 'Null for those who may not see who paid' },
        },
        { title: 'TracePartPayment' },
      ),
    ),
    created_at: Instant,
  },
  { title: 'TracePart' },
);
export type PresentedPart = Static<typeof TracePart>;
