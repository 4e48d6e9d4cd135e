/** Who is on the other side of a payment. Pure. */
import type { CamtStatement } from './camt-values.ts';
import { firstOf, readAccount, squeeze } from './file-values.ts';
import { textOf, type XmlRecord } from './xml-records.ts';

type Party = { name: string | undefined; account: string | undefined };

/** @param role `Dbtr` or `Cdtr`. The direct party comes before the one for whom it acts. */
function readParty(parties: XmlRecord | undefined, role: 'Dbtr' | 'Cdtr'): Party {
  const nameAt = (element: string) =>
    firstOf(
      textOf(parties, `${element}/Nm`),
      textOf(parties, `${element}/Pty/Nm`),
      textOf(parties, `${element}/Agt/FinInstnId/Nm`),
    );
  const account = `${role}Acct/Id`;
  return {
    name: nameAt(role) ?? nameAt(`Ultmt${role}`),
    account: readAccount(
      textOf(parties, `${account}/IBAN`) ??
        textOf(parties, `${account}/Othr/Id`) ??
        textOf(parties, `${account}/PrtryAcct/Id`),
    ),
  };
}

/**
 * The debtor of what came in, the creditor of what went out. When money comes back, banks name the parties of the first
 * payment or of its return: whose account is known decides, and otherwise the parties are those of the first payment, as
 * ISO 20022 says of returns.
 */
export function findCounterparty(
  parties: XmlRecord | undefined,
  { account, owner }: CamtStatement,
  { isOut, isBack }: { isOut: boolean; isBack: boolean },
): Party {
  const debtor = readParty(parties, 'Dbtr');
  const creditor = readParty(parties, 'Cdtr');
  const isOwn = (party: Party): boolean =>
    party.account === undefined || account === undefined
      ? owner !== undefined && party.name !== undefined && squeeze(owner).toLowerCase() === party.name.toLowerCase()
      : party.account === account;
  if (isOwn(debtor) !== isOwn(creditor)) return isOwn(debtor) ? creditor : debtor;
  const [usual, other] = isOut ? [creditor, debtor] : [debtor, creditor];
  if (!isBack) return usual;
  if (usual.account !== undefined && other.account === undefined) return usual;
  return other.name === undefined && other.account === undefined ? usual : other;
}
