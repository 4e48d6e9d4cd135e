/** What a role may do with payouts, so that nothing is offered that the server would refuse. */
import type { Mode } from '../../api/client.ts';
import { mayOnlyRead } from '../../app/rights.ts';
import type { Holder } from '../../app/session.ts';

export const mayRequestPayouts = ({ role, status }: Holder, mode: Mode): boolean =>
  !mayOnlyRead(status) &&
  !(status === 'pending' && mode === 'live') &&
  (role === 'owner' || role === 'finance' || (role === 'developer' && mode === 'test'));

export const mayChangeBankAccounts = ({ kind, role, status }: Holder): boolean =>
  !mayOnlyRead(status) && (role === 'owner' || (kind === 'customer' && role === 'finance'));
