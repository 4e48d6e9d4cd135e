/** `sluice reconcile rules`: the rules by which open lines are booked. */
import { systemClock } from '../../base/clock/clock.ts';
import { formatDecimal, toMinorUnits } from '../../base/money/amount.ts';
import { exponentOf, findCurrency } from '../../base/money/currency.ts';
import { type RuleKind, type RuleTerms, ruleKinds } from '../../features/reconciliation/booking-rule.ts';
import { listRules } from '../../features/reconciliation/booking-rules.repository.ts';
import { addRule, endRule, suggestRules } from '../../features/reconciliation/booking-rules.ts';
import type { Outside } from '../../features/reconciliation/reconciliation.repository.ts';
import { say, sayJson } from './output.ts';
import { sayDetails } from './say-details.ts';
import { shellActor } from './shell-actor.ts';
import { withDatabase } from './with-database.ts';

const shownMax = 1_000;

export async function listRulesCommand({
  ended = false,
  json,
  ...outside
}: Outside & { ended?: boolean; json?: boolean }): Promise<void> {
  const { rules, suggested } = await withDatabase(async (db) => ({
    rules: await listRules(db, outside, { ended, limit: shownMax }),
    suggested: ended ? [] : await suggestRules(db, outside),
  }));
  if (json) return sayJson({ rules, suggested });
  for (const { id, booked, ...rule } of rules) say(`${id}  ${describe(rule)}  booked: ${booked}`);
  if (rules.length === 0) say(ended ? 'No rule has ended.' : 'There are no rules.');
  for (const { lines, ...rule } of suggested) say(`Could be one: ${describe(rule)}  as lines ${lines.join(', ')}`);
}

type AddOptions = Outside & {
  text: string;
  currency: string;
  max: string;
  direction?: 'in' | 'out';
  account?: string;
};

export async function addRuleCommand(
  kindText: string,
  { mode, source, text, max, ...options }: AddOptions,
): Promise<void> {
  const kind = readKind(kindText);
  const currency = findCurrency(options.currency);
  if (currency === undefined) throw new Error('Give --currency as an uppercase ISO 4217 code.');
  const amountMax = toMinorUnits(max, currency.exponent);
  if (amountMax === undefined) throw new Error(`--max: "${max}" is not an amount in ${currency.code}.`);
  const { direction = null, account = null } = options;
  const terms: RuleTerms = { source, text, currency: currency.code, direction, amountMax, account, kind };
  const rule = await withDatabase((db) =>
    addRule(shellActor(), { db, clock: systemClock }, mode, terms).catch(sayDetails),
  );
  say(
    `Rule ${rule.id}: ${describe(rule)}\nIt books lines of the next imports; for those that are open: sluice reconcile rematch.`,
  );
}

export async function endRuleCommand(id: string): Promise<void> {
  if (!/^[0-9]{1,15}$/.test(id)) throw new Error(`"${id}" is not a rule.`);
  await withDatabase((db) => endRule(shellActor(), { db, clock: systemClock }, BigInt(id)));
  say(`Rule ${id} has ended. What it booked stays.`);
}

function readKind(text: string): RuleKind {
  const known = ruleKinds.find((one) => one === text.replaceAll('-', '_'));
  if (known === undefined) throw new Error(`"${text}" is none of ${ruleKinds.join(', ').replaceAll('_', '-')}.`);
  return known;
}

function describe({ text, kind, direction, amountMax, currency, account }: RuleTerms): string {
  const way = direction === null ? '' : direction === 'in' ? ' in' : ' out';
  const of = account === null ? '' : `, account ${account}`;
  const most = `up to ${formatDecimal(amountMax, exponentOf(currency))} ${currency}${way}${of}`;
  return `"${text}" → ${kind.replaceAll('_', '-')}, ${most}`;
}
