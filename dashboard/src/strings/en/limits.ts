/** Fees, limits and the setting that money takes two people to move. */
export const limits = {
  'limits.title': 'Fees and limits',
  'limits.note': 'These apply to every account that has no rule of its own, in test and in live mode.',
  'limits.payouts': 'Payouts',
  'limits.payouts.text':
    'A rule applies to the payouts of every account. Payouts in a currency without one are free and have no limit.',
  'op.limits.payouts.none':
    'No rule is set. One would set the fee, the minimum and the daily limit of a currency, for every account.',
  'limits.payouts.add': 'Add rule',
  'limits.payouts.none': 'Payouts are free and have no limit.',
  'limits.payouts.change': 'Change',
  'limits.payouts.change.of': 'Change the rule for {currency}',
  'limits.fee': 'Fee',
  'limits.minimum': 'Minimum',
  'limits.minimum.text': 'Must be more than the fee.',
  'limits.daily': 'Daily limit',
  'limits.daily.text': 'Per account in 24 hours. Leave it empty for no limit.',
  'limits.daily.none': 'No limit',
  'limits.rule.new': 'Payout rule for a currency',
  'limits.rule.title': 'Payout rule for {currency}',
  'limits.rule.text': 'It applies to new requests. Payouts that were requested before keep their fee.',
  'limits.reason': 'Reason',
  'limits.reason.text': 'Kept in the audit log.',
  'limits.save': 'Save',
  'limits.saved': 'Saved',
  'limits.change.by': 'Set by {name}, {date}',
  'limits.change.command': 'the command line',
  'limits.change.someone': 'someone',
  'limits.change.reason': 'Reason: {reason}',
  'limits.writeOffs': 'Write-offs',
  'op.limits.writeOffs.operator':
    'A limit says how much one person may write off alone within 30 days, and how large a top-up they may reverse alone. Above it, a second person has to approve.',
  'op.limits.writeOffs.company':
    'A limit says how much of a payee’s debt one person can write off alone within 30 days. Above it, a second person has to approve.',
  'op.limits.writeOffs.none.company': 'No limit is set: one person alone can write off any amount.',
  'op.limits.writeOffs.none.service':
    'No limit is set: one person alone can write off any amount and reverse any top-up.',
  'op.limits.writeOffs.none.fourEyes':
    'No limit is set: four-eyes approval asks for a second person for every write-off. One person alone can reverse any top-up.',
  'op.limits.writeOffs.others.company': 'In other currencies, one person alone can write off any amount.',
  'op.limits.writeOffs.others.service':
    'In other currencies, one person alone can write off any amount and reverse any top-up.',
  'op.limits.writeOffs.others.fourEyes':
    'In other currencies, four-eyes approval asks for a second person for every write-off. One person alone can reverse any top-up.',
  'limits.writeOffs.set': 'Set limit',
  'limits.writeOffs.by': 'Set by {name}',
  'limits.writeOffs.title': 'Limit for write-offs',
  'limits.writeOffs.dialog':
    'Above it, a second person has to approve. Whoever sets the limit always needs a second person.',
  'op.limits.own.fees':
    '{count, plural, =0 {No account has a fee of its own.} one {# account has fees of its own:} other {# accounts have fees of their own:}}',
  'op.limits.own.offers':
    '{count, plural, =0 {No account has a setting of its own.} one {# account has a setting of its own:} other {# accounts have a setting of their own:}}',
  'op.limits.own.orders':
    '{count, plural, =0 {No account has an order of its own.} one {# account has an order of its own:} other {# accounts have an order of their own:}}',
  'op.limits.own.more': 'and {count, plural, one {# more} other {# more}}',
  'op.limits.orders': 'Orders per minute',
  'limits.orders.text': 'How many orders a company can record per minute is set on its page.',
  'limits.orders.open': 'View companies',
  'limits.four': 'Four-eyes approval',
  'op.limits.four.text.on':
    'Nobody can approve a payout that they requested or whose bank account they added, or confirm their own top-up. Neither can be done from the command line.',
  'op.limits.four.text.off':
    'If you turn it on, nobody can approve a payout that they requested or whose bank account they added, or confirm their own top-up. Neither can then be done from the command line.',
  'op.limits.four.on': 'On: nobody can approve what they requested themselves.',
  'op.limits.four.off': 'Off: one person alone can move money.',
  'limits.four.administrators': 'Administrators can change this.',
  'limits.four.youAsked': 'You asked to turn it off. Another administrator must agree.',
  'limits.four.asked': '{name} asked to turn it off.',
  'limits.four.askedAt': 'Requested',
  'limits.four.switch-on': 'Turn on',
  'limits.four.switch-on.title': 'Turn on four-eyes approval?',
  'limits.four.switch-on.text': 'From then on, turning it off takes a second administrator.',
  'limits.four.request-off': 'Ask to turn off',
  'limits.four.request-off.title': 'Ask to turn off four-eyes approval?',
  'limits.four.request-off.text': 'The other administrators are emailed. It stays on until one of them agrees.',
  'limits.four.switch-off': 'Agree and turn off',
  'limits.four.switch-off.title': 'Turn off four-eyes approval?',
  'limits.four.switch-off.text': 'From then on, one person alone can move money.',
  'limits.four.keep-on': 'Keep it on',
  'limits.four.keep-on.title': 'Keep four-eyes approval on?',
  'limits.four.keep-on.text': 'The request to turn it off is dismissed.',
} as const;
