/** What entries of the audit log are about that only the operator has. */
export const ofOperator = [
  ['company', 'search.kind.company'],
  ['merchant', 'kind.merchant'],
  ['statement', 'recon.files'],
  ['statement_line', 'op.inbox.lines'],
  ['payout_file', 'files.title'],
] as const;
