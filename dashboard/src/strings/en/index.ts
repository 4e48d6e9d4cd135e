/** Every string of the dashboard, in English. A translation is another object with the same keys. */
import { app } from './app.ts';
import { audit } from './audit.ts';
import { auditSentences } from './audit-sentences.ts';
import { branding } from './branding.ts';
import { cash } from './cash.ts';
import { customers } from './customers.ts';
import { debts } from './debts.ts';
import { desk } from './desk.ts';
import { developers } from './developers.ts';
import { disputes } from './disputes.ts';
import { evidence } from './evidence.ts';
import { explore } from './explore.ts';
import { fees } from './fees.ts';
import { forms } from './forms.ts';
import { home } from './home.ts';
import { invitation } from './invitation.ts';
import { joining } from './joining.ts';
import { keys } from './keys.ts';
import { leaving } from './leaving.ts';
import { ledger } from './ledger.ts';
import { limits } from './limits.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { mails } from './mails.ts';
import { margins } from './margins.ts';
import { members } from './members.ts';
import { operator } from './operator.ts';
import { order } from './order.ts';
import { orders } from './orders.ts';
import { payee } from './payee.ts';
import { payees } from './payees.ts';
import { payments } from './payments.ts';
import { payoutFiles } from './payout-files.ts';
import { profile } from './profile.ts';
import { providers } from './providers.ts';
import { reconciliation } from './reconciliation.ts';
import { refusals } from './refusals.ts';
import { requests } from './requests.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { settlements } from './settlements.ts';
import { shadow } from './shadow.ts';
import { shop } from './shop.ts';
import { singleSignOn } from './single-sign-on.ts';
import { states } from './states.ts';
import { testCity } from './test-city.ts';
import { topUps } from './top-ups.ts';
import { traces } from './traces.ts';
import { transferOffers } from './transfer-offers.ts';
import { operatorTransfers } from './transfers.ts';
import { wallet } from './wallet.ts';
import { wallets } from './wallets.ts';
import { webhooks } from './webhooks.ts';
import { wording } from './wording.ts';

export const en = {
  ...app,
  ...audit,
  ...auditSentences,
  ...branding,
  ...cash,
  ...customers,
  ...debts,
  ...desk,
  ...developers,
  ...disputes,
  ...evidence,
  ...explore,
  ...fees,
  ...forms,
  ...home,
  ...invitation,
  ...joining,
  ...keys,
  ...leaving,
  ...ledger,
  ...limits,
  ...links,
  ...lists,
  ...mails,
  ...margins,
  ...members,
  ...operator,
  ...order,
  ...orders,
  ...payee,
  ...payees,
  ...payments,
  ...payoutFiles,
  ...profile,
  ...providers,
  ...reconciliation,
  ...refusals,
  ...requests,
  ...search,
  ...session,
  ...settlements,
  ...shadow,
  ...shop,
  ...singleSignOn,
  ...states,
  ...testCity,
  ...topUps,
  ...traces,
  ...operatorTransfers,
  ...transferOffers,
  ...wallet,
  ...wallets,
  ...webhooks,
  ...wording,
} as const;
