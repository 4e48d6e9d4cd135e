/**
 * The permissions, written down a second time. This table comes from the design, not from the code; every cell is
 * checked through `authorize` in both modes, with a fresh and with a stale second factor.
 */
import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import {
  type Acting,
  type ActingFor,
  type Actor,
  actingForSelf,
  commandActor,
  keyActor,
  type PersonActor,
  payerActor,
  personActor,
  providerActor,
  systemActor,
  visitorActor,
} from './actor.ts';
import { allowedActions, authorize, freshMaxMs } from './authorize.ts';
import { type Action, actions, rowOf } from './permissions.ts';
import { type HolderKind, type HolderStatus, holderKinds, holderStatuses, type OperatorRole } from './roles.ts';

/**
 * `y` yes, `t` in test mode only, `o` what the own mode uses alone and in live mode also what both share, `f` with a
 * fresh second factor, `l` in test mode yes and in live mode fresh, `-` no.
 * Columns: Owner, Finance, Developer, Viewer of a company, merchant or courier · Customer · the operator's
 * Administrator, Finance, Support, Viewer · a Person acting for themselves · Company's and Merchant's key ·
 * Payer, Visitor, pRovider · Shell, job. The last says what the audit log gets: `a` always an entry, `h` one if a person or
 * the command line did it by hand.
 */
const expected = `
  action                                O F D V  C  A F S V  P  c m  p v r  s j  Audit
  payments.create                       y y t -  -  - - - -  -  - y  - - -  - -  -
  branding.read                         y y y y  -  y y y y  -  - -  - - -  - -  -
  branding.change                       y - - -  -  - - - -  -  - -  - - -  - -  a
  payments.read                         y y y y  -  y y y y  -  - y  - - -  - -  -
  customers.assign                      - - - -  -  - - - -  -  - -  - - -  - y  -
  payments.read_in_full                 y y t y  -  y y y y  -  - y  - - -  - -  -
  payments.refund                       y y t -  -  - - - -  -  - y  - - -  - -  h
  payments.capture                      y y t -  -  - - - -  -  - y  - - -  - -  h
  payments.cancel                       y y t -  -  - - - -  -  - y  y - -  - -  -
  payments.show                         - - - -  -  - - - -  -  - -  y - -  - -  -
  payments.pay                          - - - -  -  - - - -  -  - -  y - -  - -  -
  payments.check                        y y t -  -  - - - -  -  y y  y - -  - y  -
  payments.report                       - - - -  -  - - - -  -  - -  - - y  - -  -
  payments.follow_up                    - - - -  -  - - - -  -  - -  - - -  - y  -
  disputes.read                         y y y y  -  y y y y  -  - -  - - -  y -  -
  disputes.read_in_full                 y y t y  -  y y y y  -  - -  - - -  - -  -
  disputes.prepare                      y y t -  -  - - - -  -  - -  - - -  - -  a
  disputes.submit                       y y t -  -  - - - -  -  - -  - - -  - -  a
  disputes.hand_over                    - - - -  -  y y y -  -  - -  - - -  - -  a
  disputes.check                        - - - -  -  y y y -  -  - -  - - -  - -  -
  exceptions.read                       y y y y  -  - - - -  -  - -  - - -  - -  -
  exceptions.assign                     y y y -  -  - - - -  -  - -  - - -  - -  a
  exceptions.finish                     y y t -  -  - - - -  -  - -  - - -  - -  a
  operator_exceptions.read              - - - -  -  y y y y  -  - -  - - -  - -  -
  operator_exceptions.assign            - - - -  -  y y y -  -  - -  - - -  - -  a
  operator_exceptions.finish            - - - -  -  y y - -  -  - -  - - -  - -  a
  notes.read                            y y y y  -  - - - -  -  - -  - - -  - -  -
  notes.write                           y y y -  -  - - - -  -  - -  - - -  - -  a
  operator_notes.read                   - - - -  -  y y y y  -  - -  - - -  - -  -
  operator_notes.write                  - - - -  -  y y y -  -  - -  - - -  - -  a
  late_captures.read                    - - - -  -  y y y y  -  - -  - - -  y -  -
  late_captures.retry                   - - - -  -  f f - -  -  - -  - - -  y -  a
  orders.read                           y y y y  -  y y y y  -  y -  - - -  - -  -
  orders.record                         y y t -  -  - - - -  -  y -  - - -  - -  -
  orders.confirm                        y y t -  -  - - - -  -  y -  - - -  - -  -
  orders.cancel                         y y t -  -  - - - -  -  y -  - - -  - -  -
  orders.capture                        y y t -  -  - - - -  -  y -  - - -  - -  h
  orders.hold                           y y t -  -  - - - -  -  y -  - - -  - -  a
  orders.release                        y y t -  -  - - - -  -  y -  - - -  - -  -
  orders.assign                         y y t -  -  - - - -  -  y -  - - -  - -  -
  orders.refund                         y y t -  -  - - - -  -  y -  - - -  - -  h
  orders.reverse                        y y t -  -  - - - -  -  y -  - - -  - -  h
  settlements.read                      y y y y  -  y y y y  -  y -  - - -  - -  -
  settlements.preview                   y y y y  -  y y y y  -  y -  - - -  y -  -
  settlements.run                       y y t -  -  - - - -  -  y -  - - -  y y  -
  schedule.read                         y y y y  -  y y y y  -  y -  - - -  - -  -
  schedule.change                       y y t -  -  - - - -  -  y -  - - -  - -  a
  statements.read                       y y y y  -  y y y y  -  y -  - - -  - -  -
  wallets.read                          y y y y  y  y y y y  -  y -  - - -  - -  -
  wallets.top_up                        y y t -  y  - - - -  -  y -  - - -  y -  -
  wallets.transfer                      y y t -  -  - - - -  -  y -  - - -  - -  -
  top_ups.read                          - - - -  -  y y y y  -  - -  - - -  y -  -
  top_ups.confirm                       - - - -  -  f f - -  -  - -  - - -  y y  a
  top_ups.reverse                       - - - -  -  f f - -  -  - -  - - -  y -  a
  top_ups.refuse                        - - - -  -  f f - -  -  - -  - - -  y -  a
  top_ups.cancel                        y y t -  y  - - - -  -  y -  - - -  - -  -
  top_ups.expire                        - - - -  -  - - - -  -  - -  - - -  - y  -
  transfers.return                      - - - -  -  f f - -  -  - -  - - -  y -  a
  bank_details.read                     - - - -  -  y y y y  -  - -  - - -  y -  -
  bank_details.change                   - - - -  -  f - - -  -  - -  - - -  y -  a
  debts.read                            y y y y  y  y y y y  -  - -  - - -  y -  -
  debts.repay                           y y t -  y  - - - -  -  - -  - - -  - -  -
  debts.record_repaid                   - - - -  -  f f - -  -  - -  - - -  y -  a
  debts.write_off                       - - - -  -  f f - -  -  - -  - - -  y -  a
  debts.decline_write_off               - - - -  -  f f - -  -  - -  - - -  y -  a
  link_debts.read                       y y y y  -  y y y y  -  y -  - - -  - -  -
  link_debts.record_repaid              l l t -  -  - - - -  -  y -  - - -  - -  a
  link_debts.write_off                  l l t -  -  - - - -  -  y -  - - -  - -  a
  link_debts.decline_write_off          l l t -  -  - - - -  -  y -  - - -  - -  a
  write_off_limits.read                 y y y y  -  y y y y  -  - -  - - -  - -  -
  write_off_limits.set                  f - - -  -  f - - -  -  - -  - - -  - -  a
  cash.read                             y y y y  -  y y y y  -  y -  - - -  - -  -
  cash.record                           y y t -  -  - - - -  -  y -  - - -  - -  a
  cash.change_settings                  y y t -  -  - - - -  -  y -  - - -  - -  a
  earnings.read                         y y y y  -  y y y y  -  - -  - - -  - -  -
  own_cash.read                         y y y y  -  y y y y  -  - -  - - -  - -  -
  own_cash.hand_over                    y y t -  -  - - - -  -  - -  - - -  - -  a
  shadow.read                           y y y y  -  y y y y  -  y -  - - -  - -  -
  shadow.record_paid_outside            y y t -  -  - - - -  -  y -  - - -  - -  -
  shadow.name                           y y t -  -  - - - -  -  y -  - - -  - -  -
  shadow.preview_claim                  y y y y  -  y y y y  -  y -  - - -  - -  -
  shadow.claim                          y y t -  -  - - - -  -  y -  - - -  - -  -
  invitations.read                      y y y y  -  y y y y  -  y -  - - -  - -  -
  invitations.send                      y - t -  -  - - - -  -  o -  - - -  - -  -
  invitations.resend                    y - t -  -  - - - -  -  o -  - - -  - -  -
  invitations.copy_link                 y - t -  -  - - - -  -  - -  - - -  - -  -
  invitations.revoke                    y - t -  -  - - - -  -  o -  - - -  - -  -
  invitations.open                      y y y y  y  y y y y  y  - -  - y -  - -  -
  invitations.answer                    y y y y  y  y y y y  y  - -  - - -  - -  -
  invitations.expire                    - - - -  -  - - - -  -  - -  - - -  - y  -
  links.read                            y y y y  -  y y y y  -  y -  - - -  - -  -
  links.make                            y - - -  -  - - - -  -  - -  - - -  - -  a
  links.widen                           o - - -  -  - - - -  -  o -  - - -  - -  a
  links.end                             y - t -  -  - - - -  -  o -  - - -  - -  a
  payouts.read                          y y y y  y  y y y y  -  y -  - - -  y -  -
  payouts.request                       l l t -  y  - - - -  -  y -  - - -  - y  a
  payout_schedules.read                 y y y y  y  y y y y  -  y -  - - -  y -  -
  payout_schedules.change               l l t -  y  - - - -  -  y -  - - -  - -  a
  payouts.cancel                        y y t -  y  - - - -  -  y -  - - -  - -  a
  payouts.approve                       - - - -  -  f f - -  -  - -  - - -  y -  a
  payouts.send                          - - - -  -  f f - -  -  - -  - - -  y -  a
  payouts.complete                      - - - -  -  f f - -  -  - -  - - -  y -  a
  payouts.fail                          - - - -  -  f f - -  -  - -  - - -  y -  a
  payouts.reject                        - - - -  -  f f - -  -  - -  - - -  y -  a
  payouts.export                        - - - -  -  f f - -  -  - -  - - -  y -  -
  payout_files.read                     - - - -  -  y y y y  -  - -  - - -  y -  -
  payout_files.create                   - - - -  -  f f - -  -  - -  - - -  y -  a
  payout_files.give_up                  - - - -  -  f f - -  -  - -  - - -  y -  a
  payout_files.report                   - - - -  -  f f - -  -  - -  - - -  y -  a
  payout_rules.read                     - - - -  -  y y y y  -  - -  - - -  y -  -
  payout_rules.set                      - - - -  -  f f - -  -  - -  - - -  y -  a
  payment_fees.read                     y y y y  -  y y y y  -  - -  - - -  y -  -
  payment_fees.set                      - - - -  -  f f - -  -  - -  - - -  y -  a
  providers.read                        - - - -  -  y y y y  -  - -  - - -  - -  -
  providers.set_order                   - - - -  -  f f - -  -  - -  - - -  y -  a
  provider_costs.read                   - - - -  -  y y y y  -  - -  - - -  - -  -
  provider_costs.set                    - - - -  -  f f - -  -  - -  - - -  y -  a
  bank_accounts.read                    y y t y  y  y y y y  -  y -  - - -  - -  -
  bank_accounts.add                     f - - -  f  - - - -  -  - -  - - -  y -  a
  bank_accounts.set_address             f - - -  f  - - - -  -  - -  - - -  y -  a
  bank_accounts.end                     f - - -  f  - - - -  -  - -  - - -  y -  a
  fees.collect                          - - - -  -  f f - -  -  - -  - - -  y y  h
  fees.draw                             - - - -  -  f f - -  -  - -  - - -  y -  a
  four_eyes.read                        - - - -  -  y y y y  -  - -  - - -  - -  -
  four_eyes.change                      - - - -  -  f - - -  -  - -  - - -  - -  a
  reconciliation.read                   - - - -  -  y y y y  -  - -  - - -  y -  -
  reconciliation.import                 - - - -  -  y y - -  -  - -  - - -  y y  a
  reconciliation.match                  - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.unmatch                - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.note                   - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.set_direction          - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.decide_duplicate       - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.change_profile         - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.close_month            - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.reopen_month           - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.add_rule               - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.end_rule               - - - -  -  y y - -  -  - -  - - -  y -  a
  reconciliation.record_acquirer_payout - - - -  -  y y - -  -  - -  - - -  y -  a
  app_schemes.read                      y - y -  -  y y y y  -  - -  - - -  - -  -
  app_schemes.change                    l - l -  -  - - - -  -  - -  - - -  - -  a
  embed_origins.change                  l - l -  -  - - - -  -  - -  - - -  - -  a
  keys.read                             y - y -  -  y y y y  -  - -  - - -  y -  -
  keys.make                             l - t -  -  - - - -  -  - -  - - -  y -  a
  keys.rotate                           l - t -  -  - - - -  -  - -  - - -  y -  a
  keys.revoke                           l - y -  -  - - - -  -  - -  - - -  y -  a
  requests.read                         y y y y  -  y y y y  -  - -  - - -  - -  -
  requests.read_in_full                 y y t y  -  y y y y  -  - -  - - -  - -  -
  requests.try                          t - t -  -  - - - -  -  - -  - - -  - -  -
  quotas.set                            - - - -  -  f - - -  -  - -  - - -  y -  a
  events.read                           y y y y  y  y y y y  -  y y  - - -  - -  -
  events.read_in_full                   y y t y  y  y y y y  -  y y  - - -  - -  -
  webhooks.read                         y - y -  -  y y y y  -  y y  - - -  - -  -
  webhooks.change                       l - l -  -  - - - -  -  y -  - - -  - -  a
  webhooks.resend                       l - l -  -  - - - -  -  y y  - - -  - -  a
  webhooks.stop                         - - - -  -  - - - -  -  - -  - - -  - y  a
  holders.read                          - - - -  -  y y y y  -  - -  - - -  y -  -
  holders.approve                       - - - -  -  f - - -  -  - -  - - -  y -  a
  holders.refuse                        - - - -  -  f - - -  -  - -  - - -  y -  a
  holders.suspend                       - - - -  -  f - f -  -  - -  - - -  y -  a
  holders.read_closing                  y - - -  y  y y y y  -  - -  - - -  - -  -
  holders.close                         f - - -  f  - - - -  -  - -  - - -  - -  a
  holders.reopen                        - - - -  -  f - - -  -  - -  - - -  y -  a
  holders.end_closed                    - - - -  -  - - - -  -  - -  - - -  - y  a
  people.erase                          - - - -  -  f - - -  -  - -  - - -  y y  a
  holders.resume                        - - - -  -  f - - -  -  - -  - - -  y -  a
  approvals.read                        y y y y  -  y y y y  -  - -  - - -  - -  -
  search.read                           y y y y  y  y y y y  -  - -  - - -  - -  -
  traces.read                           y y y y  y  y y y y  -  - -  - - -  - -  -
  saved_views.read                      y y y y  y  y y y y  -  - -  - - -  - -  -
  saved_views.change                    y y y y  y  y y y y  -  - -  - - -  - -  -
  approvals.request                     y - - -  -  - - - -  -  - -  - - -  - -  a
  holders.create                        - - - -  -  - - - -  -  - -  - - -  y -  a
  holders.open                          y y y y  y  y y y y  y  - -  - - -  - -  a
  holders.rename                        y - - -  -  - - - -  -  - -  - - -  - -  a
  business.read                         y y y y  -  y y y y  -  - -  - - -  - -  -
  business.change                       y - - -  -  - - - -  -  - -  - - -  - -  a
  checklist.read                        y y y y  -  y y y y  -  - -  - - -  - -  -
  second_factors.reset                  - - - -  -  f - - -  -  - -  - - -  y y  a
  operators.add                         - - - -  -  - - - -  -  - -  - - -  y -  a
  members.read                          y y y y  -  y y y y  -  - -  - - -  - -  -
  members.invite                        f - - -  -  - - - -  -  - -  - - -  - -  a
  members.revoke_invitation             f - - -  -  - - - -  -  - -  - - -  - -  a
  members.change_role                   f - - -  -  - - - -  -  - -  - - -  - -  a
  members.remove                        f - - -  -  - - - -  -  - -  - - -  - -  a
  members.leave                         y y y y  -  - - - -  -  - -  - - -  - -  a
  operators.read                        - - - -  -  y y y y  -  - -  - - -  - -  -
  operators.invite                      - - - -  -  f - - -  -  - -  - - -  - -  a
  operators.revoke_invitation           - - - -  -  f - - -  -  - -  - - -  - -  a
  operators.change_role                 - - - -  -  f - - -  -  - -  - - -  - -  a
  operators.remove                      - - - -  -  f - - -  -  - -  - - -  - -  a
  operators.leave                       - - - -  -  y y y y  -  - -  - - -  - -  a
  member_invitations.open               y y y y  y  y y y y  y  - -  - y -  - -  -
  member_invitations.accept             y y y y  y  y y y y  y  - -  - - -  - -  a
  test_clock.read                       t t t t  -  - - - -  -  t -  - - -  - -  -
  test_clock.move                       t t t -  -  - - - -  -  t -  - - -  - -  -
  test_clock.drain                      t t t -  -  - - - -  -  t -  - - -  - -  -
  test_city.make                        t t t -  -  - - - -  -  - -  - - -  - -  a
  test_city.play                        t t t -  -  - - - -  -  - -  - - -  - -  -
  account.sign_up                       - - - -  -  - - - -  -  - -  y y -  y -  -
  account.confirm_address               - - - -  -  - - - -  -  - -  - y -  - -  -
  account.sign_in                       - - - -  -  - - - -  -  - -  y y -  - -  a
  account.reset_password                - - - -  -  - - - -  -  - -  - y -  y -  -
  account.read                          y y y y  y  y y y y  y  - -  - - -  - -  -
  account.change                        y y y y  y  y y y y  y  - -  - - -  - -  -
  account.read_erasure                  y y y y  y  y y y y  y  - -  - - -  - -  -
  account.erase                         f f f f  f  f f f f  f  - -  - - -  - -  a
  account.end_session                   y y y y  y  y y y y  y  - -  - - -  - -  -
  account.change_second_factor          y y y y  y  y y y y  y  - -  - - -  - -  a
  account.change_passkeys               y y y y  y  y y y y  y  - -  - - -  - -  a
  single_sign_on.read                   y - - -  -  y - - -  -  - -  - - -  - -  -
  single_sign_on.change                 f - - -  -  f - - -  -  - -  - - -  - -  a
  single_sign_on.sign_in                - - - -  -  - - - -  -  - -  - y -  - -  a
  account.pass_second_factor            y y y y  y  y y y y  y  - -  - - -  - -  a
  wording.read                          - - - -  -  y y y y  -  - -  - - -  - -  -
  wording.change                        - - - -  -  f - - -  -  - -  - - -  - -  a
  audit_log.erase                       - - - -  -  - - - -  -  - -  - - -  - y  a
  audit_log.read                        y - - -  y  y y y y  -  - -  - - -  - -  -
  backups.make                          - - - -  -  - - - -  -  - -  - - -  - y  -
  books.read                            - - - -  -  y y y y  -  - -  - - -  y -  -
  books.verify                          - - - -  -  y y y -  -  - -  - - -  y y  -
  books.publish                         - - - -  -  f - - -  -  - -  - - -  - -  a
  explore.sum                           - - - -  -  - - - -  -  - -  - - -  - y  -
  health.read                           - - - -  -  y y y y  -  - -  - - -  y -  -
  mails.unsubscribe                     - - - -  -  - - - -  -  - -  - y -  - -  -
  mails.deliver                         - - - -  -  - - - -  -  - -  - - -  - y  -
  records.purge                         - - - -  -  - - - -  -  - -  - - -  - y  -
`;

/** The kinds of holder that have such objects; members of other kinds are refused. */
const kindsOf: Record<string, readonly HolderKind[]> = {
  payments: ['merchant'],
  'payments.check': ['company', 'merchant'],
  orders: ['company'],
  exceptions: ['company', 'merchant'],
  notes: ['company', 'merchant'],
  settlements: ['company'],
  schedule: ['company'],
  statements: ['company'],
  'wallets.read': ['company', 'merchant', 'customer'],
  'wallets.top_up': ['company', 'customer'],
  'top_ups.cancel': ['company', 'merchant', 'customer'],
  'debts.repay': ['company', 'merchant', 'customer'],
  link_debts: ['company'],
  cash: ['company'],
  own_cash: ['merchant', 'courier'],
  write_off_limits: ['company'],
  'holders.rename': ['courier'],
  'wallets.transfer': ['company'],
  shadow: ['company'],
  'invitations.read': ['company'],
  'invitations.send': ['company'],
  'invitations.resend': ['company'],
  'invitations.copy_link': ['company'],
  'invitations.revoke': ['company'],
  'links.read': ['company', 'merchant', 'courier'],
  'earnings.read': ['merchant', 'courier'],
  'links.make': ['merchant', 'courier'],
  'links.widen': ['company'],
  'links.end': ['company', 'merchant', 'courier'],
  app_schemes: ['merchant'],
  embed_origins: ['merchant'],
  keys: ['company', 'merchant'],
  requests: ['company', 'merchant'],
  quotas: ['company'],
  'holders.approve': ['company', 'merchant'],
  'holders.refuse': ['company', 'merchant'],
  approvals: ['company', 'merchant'],
  branding: ['company', 'merchant'],
  'single_sign_on.read': ['company', 'merchant'],
  'single_sign_on.change': ['company', 'merchant'],
  'disputes.read': ['company', 'merchant'],
  'disputes.read_in_full': ['company', 'merchant'],
  'disputes.prepare': ['company', 'merchant'],
  'disputes.submit': ['company', 'merchant'],
  'disputes.hand_over': ['company', 'merchant'],
  payment_fees: ['company', 'merchant'],
  test_clock: ['company'],
  test_city: ['company'],
  business: ['company', 'merchant'],
  checklist: ['company', 'merchant'],
  members: ['company', 'merchant', 'courier'],
  operators: [],
};

const kindsFor = (action: string): readonly HolderKind[] =>
  kindsOf[action] ?? kindsOf[action.split('.')[0] as string] ?? holderKinds;

const [header, ...rows] = expected
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const table = rows.map(([action, ...cells]) => ({
  action: action as Action,
  cells: cells.slice(0, -1),
  audit: cells.at(-1) as 'a' | 'h' | '-',
}));

const own = { personId: 'ada', sessionId: 's' };
const minute = 60_000;
type Maker = (mode: Mode, freshAt: Date | null, kind: HolderKind) => Actor;

const member =
  (role: 'owner' | 'finance' | 'developer' | 'viewer'): Maker =>
  (mode, freshAt, kind) =>
    personActor({ ...own, mode, freshAt }, { holderId: 7n, holderKind: kind, holderStatus: 'active', role } as Acting);
const staff =
  (role: OperatorRole): Maker =>
  (mode, freshAt) =>
    personActor({ ...own, mode, freshAt }, { holderId: 1n, holderKind: 'service', holderStatus: 'active', role });
const pair =
  (holderKind: 'company' | 'merchant'): Maker =>
  (mode) =>
    keyActor({ clientId: 'pk', holderId: 7n, holderKind, holderStatus: 'active', mode });

/** In the order of the columns. `kinds` are the holder kinds to test the column with. */
const columns: { make: Maker; kinds: readonly HolderKind[] | 'any' }[] = [
  { make: member('owner'), kinds: ['company', 'merchant', 'courier'] },
  { make: member('finance'), kinds: ['company', 'merchant', 'courier'] },
  { make: member('developer'), kinds: ['company', 'merchant', 'courier'] },
  { make: member('viewer'), kinds: ['company', 'merchant', 'courier'] },
  { make: member('owner'), kinds: ['customer'] },
  { make: staff('administrator'), kinds: 'any' },
  { make: staff('finance'), kinds: 'any' },
  { make: staff('support'), kinds: 'any' },
  { make: staff('viewer'), kinds: 'any' },
  { make: (mode, freshAt) => personActor({ ...own, mode, freshAt }, actingForSelf), kinds: 'any' },
  { make: pair('company'), kinds: 'any' },
  { make: pair('merchant'), kinds: 'any' },
  { make: () => payerActor(null), kinds: 'any' },
  { make: () => visitorActor(), kinds: 'any' },
  { make: () => providerActor('stripe'), kinds: 'any' },
  { make: () => commandActor('root'), kinds: 'any' },
  { make: () => systemActor('job'), kinds: 'any' },
];

type Verdict = 'allowed' | 'forbidden' | 'not_permitted' | 'second_factor_required' | 'not_found';

function verdictOf(work: () => void): Verdict {
  try {
    work();
    return 'allowed';
  } catch (error) {
    if (error instanceof AppError) return error.code as Verdict;
    throw error;
  }
}

function expectedVerdict(cell: string, mode: Mode, fresh: boolean, refused: Verdict): Verdict {
  if (cell === 'y' || cell === 'o' || (mode === 'test' && (cell === 't' || cell === 'l'))) return 'allowed';
  if (cell === 'f' || cell === 'l') return fresh ? 'allowed' : 'second_factor_required';
  return refused;
}

const aboutThemselves = /^(account\.|invitations\.(open|answer)$|holders\.open$|member_invitations\.)/;

it('the table names every action, once', () => {
  expect(table.map(({ action }) => action).sort()).toEqual([...actions].sort());
  expect(header).toHaveLength(columns.length + 2);
  for (const { cells } of table) expect(cells).toHaveLength(columns.length);
});

describe.each(table)('$action', ({ action, cells }) => {
  it.each(['test', 'live'] as const)('in %s mode', (mode) => {
    const object = aboutThemselves.test(action) ? { personId: 'ada' } : { holderId: 7n, mode };
    for (const [index, { make, kinds }] of columns.entries()) {
      for (const kind of kinds === 'any' ? (['company'] as const) : kinds) {
        for (const fresh of [true, false]) {
          const freshAt = new Date(Date.now() - (fresh ? freshMaxMs - minute : freshMaxMs + minute));
          const actor = make(mode, freshAt, kind);
          const hasSuch = aboutThemselves.test(action) || kinds === 'any' || kindsFor(action).includes(kind);
          const cell = cells[index] as string;
          // A person acting for themselves sees no holder's objects; a key has no account of its own.
          const sees = actor.kind === 'key' ? 'holderId' in object : !(index === 9 && 'holderId' in object);
          const refused = actor.kind === 'key' ? 'not_permitted' : 'forbidden';
          const wanted = !sees ? 'not_found' : hasSuch ? expectedVerdict(cell, mode, fresh, refused) : refused;
          const found = verdictOf(() => authorize(actor, action, object));
          expect({ column: header?.[index + 1], index, kind, fresh, found }).toEqual({
            column: header?.[index + 1],
            index,
            kind,
            fresh,
            found: wanted,
          });
        }
      }
    }
  });
});

/** What of this test mode may do to a link or an invitation that live mode uses too: an owner everything but widening. */
const sharedOf: Partial<Record<HolderKind, Action[]>> = {
  company: ['invitations.send', 'invitations.resend', 'invitations.copy_link', 'invitations.revoke', 'links.end'],
  merchant: ['links.end'],
  courier: ['links.end'],
};

describe('what the session says that a person may do in an account', () => {
  const people = columns.slice(0, 9).flatMap(({ make, kinds }, index) =>
    (kinds === 'any' ? (['service'] as const) : kinds).map((kind) => {
      const maker = (mode: Mode, status: HolderStatus) =>
        ({ ...make(mode, null, kind as HolderKind), holderStatus: status }) as PersonActor;
      return { column: header?.[index + 1] as string, kind, index, maker };
    }),
  );
  const said = (person: PersonActor) => allowedActions(person, person as ActingFor);

  it.each(people)('$column of a $kind: what the table allows', ({ kind, index, maker }) => {
    const allowedIn = (mode: Mode) =>
      table
        .filter(({ action }) => !aboutThemselves.test(action))
        .filter(({ action }) => kind === 'service' || kindsFor(action).includes(kind))
        .filter(({ cells }) => expectedVerdict(cells[index] as string, mode, true, 'forbidden') === 'allowed')
        // Every link that could be widened belongs to both modes.
        .filter(({ action }) => !(action === 'links.widen' && mode === 'test'))
        .map(({ action }) => action);
    const { test, live, shared } = said(maker('test', 'active'));
    expect(test.toSorted()).toEqual(allowedIn('test').sort());
    expect(live.toSorted()).toEqual(allowedIn('live').sort());
    expect(shared).toEqual(index === 0 ? sharedOf[kind as HolderKind] : []);
    expect(said(maker('live', 'active'))).toEqual({ test, live, shared });
  });

  it.each(people)('$column of a $kind: what is allowed whatever the account’s status', ({ maker }) => {
    for (const status of holderStatuses) {
      const may = said(maker('test', status));
      for (const mode of ['test', 'live'] as const) {
        const person = { ...maker(mode, status), freshAt: new Date() };
        const { holderId } = person as ActingFor;
        const allowed = actions.filter((action) => {
          const object = { holderId, mode: action === 'links.widen' ? null : mode };
          return !aboutThemselves.test(action) && verdictOf(() => authorize(person, action, object)) === 'allowed';
        });
        expect({ status, mode, may: may[mode] }).toEqual({ status, mode, may: allowed });
      }
    }
    expect(said(maker('test', 'pending'))).toEqual({ ...said(maker('test', 'active')), live: [] });
    expect(said(maker('test', 'suspended')).shared).toEqual([]);
  });
});

it.each(table)('$action: what the audit log gets of it', ({ action, audit }) => {
  expect(rowOf(action).audit).toBe({ a: 'always', h: 'by_hand', '-': undefined }[audit]);
});
