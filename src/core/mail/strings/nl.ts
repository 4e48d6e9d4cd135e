/** The texts of mails in Dutch. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Betalingen via Sluice',
  'mail.unsubscribe': 'Afmelden voor dit soort e-mails',
  'mail.test': 'Test: {subject}',
  'mail.because': 'Reden: {reason}',
  'mail.unexpected':
    'Had u deze wijziging niet verwacht? Neem dan direct contact op met de beheerder van deze dienst en wijzig uw wachtwoord.',
  'mail.open.payouts': 'Uitbetalingen bekijken',
  'mail.open.dispute': 'Geschil bekijken',
  'mail.open.topUp': 'Opwaardering bekijken',
  'mail.openDashboard': 'Dashboard openen',
  'mail.amount': 'Bedrag',
  'mail.reason': 'Reden',
  'mail.reference': 'Referentie',
  'mail.payment': 'Betaling',

  'link.invitation.subject': 'Uitnodiging om via Sluice betaald te worden',
  'link.invitation.text':
    'Het platform “{company}” wil u als {type, select, courier {bezorger} other {verkoper}} via Sluice betalen. Zodra u de uitnodiging accepteert, wordt uw aandeel in de bestellingen van het platform bijgeschreven.',
  'link.invitation.unapproved':
    'Een platform dat zich “{company}” noemt, wil u als {type, select, courier {bezorger} other {verkoper}} via Sluice betalen. Zodra u de uitnodiging accepteert, wordt uw aandeel in de bestellingen van het platform bijgeschreven.',
  'link.invitation.warning': 'De beheerder van deze dienst heeft dit platform nog niet goedgekeurd.',
  'link.invitation.testOnly':
    'Deze uitnodiging geldt voor de testmodus: er gaat geen echt geld om, tenzij het platform dat later toestaat.',
  'link.invitation.link': 'Uitnodiging bekijken',
  'link.invitation.after':
    'De link is {days, plural, one {# dag} other {# dagen}} geldig, werkt één keer en alleen voor wie met dit adres inlogt. Er gebeurt niets totdat u de uitnodiging accepteert.',
  'link.invitation.ignore': 'Kent u dit platform niet? Dan kunt u deze e-mail negeren.',

  'link.ended.subject': 'Een platform heeft de koppeling met u beëindigd',
  'link.ended.text':
    'Het platform “{company}” heeft koppeling {id} beëindigd, waarmee u als {type, select, courier {bezorger} other {verkoper}} aan het platform gekoppeld was. Bestellingen die al zijn vastgelegd, worden nog wel bijgeschreven.',
  'link.ended.link': 'Platforms bekijken',

  'live.approved.subject': '{name} kan live gaan',
  'live.approved.text': '{name} is goedgekeurd. U kunt nu echt geld ontvangen.',
  'live.approved.next': 'Log in, schakel over naar de livemodus en maak livesleutels aan om te beginnen.',
  'live.refused.subject': '{name} is niet goedgekeurd voor de livemodus',
  'live.refused.text': 'Uw aanvraag om met {name} echt geld te ontvangen is niet goedgekeurd.',
  'live.refused.next':
    'U kunt de testmodus blijven gebruiken. Corrigeer de gegevens en verstuur de aanvraag opnieuw via het dashboard.',
  'live.suspended.subject': '{name} is geblokkeerd',
  'live.suspended.text':
    '{name} is geblokkeerd. U kunt nog inloggen en alles bekijken, maar niets wijzigen. Er worden geen uitbetalingen gedaan.',
  'live.resumed.subject': '{name} is weer actief',
  'live.resumed.text': 'De blokkering van {name} is opgeheven. Alles werkt weer zoals voorheen.',

  'unpayable.notApproved.subject': '{name} kan nog geen livebetalingen ontvangen',
  'unpayable.notApproved.text':
    'Een klant heeft de betaling {payment} geopend. Het account is nog niet goedgekeurd voor de livemodus. De klant heeft daarom de melding gekregen dat de betaling niet mogelijk is.',
  'unpayable.notApproved.next':
    'Vraag de livemodus aan in het dashboard. Stuur klanten tot die tijd alleen testbetalingen.',
  'unpayable.suspended.subject': '{name} kan geen betalingen ontvangen',
  'unpayable.suspended.text':
    'Een klant heeft de betaling {payment} geopend. Het account is geblokkeerd. De klant heeft daarom de melding gekregen dat de betaling niet mogelijk is.',
  'unpayable.suspended.next': 'Neem contact op met de beheerder van deze dienst om de blokkering te laten opheffen.',
  'unpayable.noCards.subject': 'Klanten van {name} kunnen niet met een kaart betalen',
  'unpayable.noCards.text':
    'Een klant heeft de betaling {payment} geopend. Deze dienst heeft in de livemodus geen betaalverwerker, dus de klant kon alleen met een Sluice-wallet betalen.',
  'unpayable.noCards.next': 'Vraag de beheerder van deze dienst een betaalverwerker te koppelen.',
  'unpayable.once': 'U krijgt deze e-mail hooguit één keer per dag om dezelfde reden.',

  'transfer.part.subject': '{arrived} van {amount} ontvangen',
  'transfer.part.text':
    'Een klant betaalt per overschrijving en er is pas een deel ontvangen. We bewaren dit totdat de rest er is: dan is de betaling voldaan en is het geld van u.',
  'transfer.part.missing': 'Nog te ontvangen',
  'transfer.refused.subject': 'Een overschrijving van {amount} kan niet worden aangenomen',
  'transfer.refused.ended': 'De betaling was al afgesloten: verlopen of geannuleerd.',
  'transfer.refused.received': 'De betaling was al per overschrijving voldaan.',
  'transfer.refused.paidOtherwise': 'De betaling was al op een andere manier voldaan.',
  'transfer.refused.tooMuch':
    'Er is meer overgemaakt dan nodig was. De betaling is voldaan; dit is het bedrag dat te veel is betaald.',
  'transfer.refused.otherCurrency': 'De overschrijving is in een andere valuta dan de betaling.',
  'transfer.refused.waits':
    'Het geld staat bij de beheerder van deze dienst, die het naar de klant terugstuurt. U hoeft niets te doen.',

  'webhook.paused.subject': 'Webhooks naar {host} zijn gepauzeerd',
  'webhook.paused.text':
    'Er is al drie dagen geen webhook van {name} bij {host} aangekomen. Er wordt niets meer naartoe gestuurd totdat u het endpoint hervat.',
  'webhook.disabled.subject': 'Webhooks naar {host} zijn uitgeschakeld',
  'webhook.disabled.text':
    '{host} heeft een webhook van {name} beantwoord met 410 Gone. Het endpoint is daarom uitgeschakeld. Er wordt niets meer naartoe gestuurd.',
  'webhook.resume':
    'Events worden nog steeds vastgelegd. Nadat u het endpoint hebt hervat, kunt u gemiste events opnieuw verzenden.',
  'webhook.link': 'Webhooks openen',

  'statement.subject': 'Uw maandoverzicht van {month} staat klaar',
  'statement.text':
    'Het overzicht van {name} voor {month} bevat alle boekingen. U kunt het afdrukken of als CSV downloaden.',
  'statement.link': 'Overzicht openen',

  'view.subject': '{view}: {period}',
  'view.text': 'De cijfers van “{view}” voor {name}, {period}, staan klaar. U kunt ze bekijken en als CSV exporteren.',
  'view.link': 'Cijfers openen',

  'account.confirm.subject': 'Bevestig uw e-mailadres',
  'account.confirm.text': 'Er is een registratie gestart met dit adres. Bevestig het adres om uw account te openen.',
  'account.confirm.link': 'Adres bevestigen',
  'account.confirm.after':
    'De link werkt 24 uur en vraagt om het wachtwoord dat u hebt gekozen. Hebt u zich niet geregistreerd? Dan kunt u deze e-mail negeren: zonder de link wordt er geen account aangemaakt.',

  'account.exists.subject': 'U hebt al een account',
  'account.exists.text':
    'Er is geprobeerd een account te registreren met dit adres. Er bestaat al een account met dit adres, dus er is niets gewijzigd. Log in, of kies een nieuw wachtwoord als u het uwe bent vergeten.',
  'account.exists.link': 'Inloggen',
  'account.exists.after': 'Was u dit niet? Dan kunt u deze e-mail negeren.',

  'account.reset.subject': 'Kies een nieuw wachtwoord',
  'account.reset.text': 'Er is een nieuw wachtwoord aangevraagd voor dit adres.',
  'account.reset.link': 'Nieuw wachtwoord kiezen',
  'account.reset.after':
    'De link werkt één keer en is een uur geldig. Was u dit niet? Dan kunt u deze e-mail negeren: uw wachtwoord blijft zoals het is.',

  'account.opened.subject': 'Kies uw wachtwoord',
  'account.opened.text': 'De beheerder van {host} heeft een account geopend voor dit adres.',
  'account.opened.link': 'Wachtwoord kiezen',
  'account.opened.after':
    'De link werkt één keer en is {hours, plural, one {# uur} other {# uur}} geldig. Zonder wachtwoord kan niemand bij dit account inloggen.',

  'account.unlock.subject': 'Inloggen na te veel pogingen',
  'account.unlock.text':
    'Na te veel mislukte pogingen is er een link aangevraagd om met dit adres in te loggen. De link geeft het inloggen vrij in de browser waarin u hem opent.',
  'account.unlock.link': 'Inloggen vrijgeven',
  'account.unlock.after':
    'De link werkt één keer en is 15 minuten geldig. U hebt nog steeds uw wachtwoord nodig, en uw code als u die gebruikt. Was u dit niet? Dan kunt u deze e-mail negeren.',

  'account.notYou': 'Was u dit niet? Dan kent iemand anders mogelijk uw wachtwoord. Kies meteen een nieuw wachtwoord.',

  'account.passwordChanged.subject': 'Uw wachtwoord is gewijzigd',
  'account.passwordChanged.text': 'Uw wachtwoord is gewijzigd en uw andere sessies zijn beëindigd.',

  'account.twoStepOn.subject': 'Tweestapsverificatie is ingeschakeld',
  'account.twoStepOn.text':
    'Voortaan hebt u bij het inloggen na uw wachtwoord ook een code uit uw authenticator-app nodig. Uw andere sessies zijn beëindigd.',
  'account.twoStepOn.wait':
    'De komende 24 uur geldt dit nog niet voor acties waarvoor een code nodig is, zoals uitbetalingen aanvragen of sleutels maken. Al het andere werkt zoals voorheen.',

  'account.twoStepOff.subject': 'Tweestapsverificatie is uitgeschakeld',
  'account.twoStepOff.text': 'Voortaan is uw wachtwoord genoeg om in te loggen.',

  'account.recoveryUsed.subject': 'Er is een herstelcode gebruikt',
  'account.recoveryUsed.text':
    'Een van uw herstelcodes is gebruikt in plaats van uw authenticator-app. Deze code werkt niet meer.',

  'account.codesGuessed.subject': 'Iemand probeert uw inlogcodes te raden',
  'account.codesGuessed.text':
    'Iemand heeft uw wachtwoord en daarna meerdere onjuiste codes ingevuld, in een browser die u niet eerder hebt gebruikt. Het inloggen is niet gelukt.',

  'account.passkeyAdded.subject': 'Er is een passkey toegevoegd',
  'account.passkeyAdded.text':
    'Er is een passkey aan uw account toegevoegd. Daarmee logt u in zonder wachtwoord en code. U kunt de passkey verwijderen in uw profiel.',
  'account.passkeyAdded.wait':
    'De komende 24 uur geldt de passkey nog niet voor acties waarvoor een code nodig is, zoals uitbetalingen aanvragen of sleutels maken.',

  'account.passkeyRemoved.subject': 'Er is een passkey verwijderd',
  'account.passkeyRemoved.text':
    'Er is een passkey uit uw account verwijderd. Daarmee kan niemand meer inloggen. Uw andere sessies zijn beëindigd.',

  'account.recoveryRenewed.subject': 'Nieuwe herstelcodes',
  'account.recoveryRenewed.text': 'Er zijn nieuwe herstelcodes gemaakt. De eerdere codes werken niet meer.',

  'account.twoStepResetSoon.subject': 'Uw tweestapsverificatie wordt gereset',
  'account.twoStepResetSoon.text':
    'De beheerder van deze dienst reset uw tweestapsverificatie op {day} om {clock} uur (UTC), omdat is gemeld dat u uw authenticator-app kwijt bent. Daarna is uw wachtwoord genoeg om in te loggen, totdat u tweestapsverificatie opnieuw instelt.',
  'account.twoStepResetSoon.stop':
    'Hebt u hier niet om gevraagd? Log dan vóór dat moment in met uw authenticator-app of een herstelcode: daarmee stopt u de reset. Wijzig daarna uw wachtwoord.',

  'account.twoStepReset.subject': 'Uw tweestapsverificatie is gereset',
  'account.twoStepReset.text':
    'Uw authenticator-app en uw herstelcodes werken niet meer en al uw sessies zijn beëindigd. Log in met uw wachtwoord en stel tweestapsverificatie opnieuw in.',
  'account.twoStepReset.notYou':
    'Hebt u hier niet om gevraagd? Wijzig dan meteen uw wachtwoord en neem contact op met de beheerder van deze dienst.',

  'account.deleted.subject': 'Uw account is verwijderd',
  'account.deleted.byYou':
    'Zoals u hebt gevraagd, is uw account verwijderd. Ook uw naam, uw e-mailadres en al uw inloggegevens zijn gewist.',
  'account.deleted.byOperator':
    'De beheerder van deze dienst heeft uw account verwijderd. Ook uw naam, uw e-mailadres en al uw inloggegevens zijn gewist.',
  'account.deleted.kept':
    'Gegevens over betalingen en uitbetalingen blijven zonder uw naam bewaard, omdat de boekhouding moet kloppen en de wet dat vereist. Bankgegevens die voor uitbetalingen zijn gebruikt, worden bewaard zolang de wet dat vereist.',
  'account.deleted.last':
    'Dit is de laatste e-mail aan dit adres. U kunt zich er altijd weer mee registreren, met een nieuw account.',

  'closing.closed.subject': 'Het account {name} is gesloten',
  'closing.closed.text':
    'Het account {name} is gesloten. De API-sleutels en koppelingen zijn beëindigd en het account kan geen geld meer ontvangen.',
  'closing.closed.year': 'U kunt nog een jaar inloggen, alles bekijken en overzichten downloaden.',
  'closing.closed.mistake': 'Is dit een vergissing? Dan kan de beheerder van deze dienst het account heropenen.',

  'closing.reopened.subject': 'Het account {name} is heropend',
  'closing.reopened.text': 'De beheerder van deze dienst heeft het account {name} heropend.',
  'closing.reopened.restore':
    'API-sleutels, koppelingen, bankrekeningen en webhook-endpoints zijn niet hersteld. Stel opnieuw in wat u nodig hebt.',

  'members.invitation.subject': 'U bent uitgenodigd voor een team',
  'members.invitation.text':
    'U bent uitgenodigd om op {host} lid te worden van {kind, select, service {het beheerteam} other {het team “{team}”}}, met de rol {role, select, owner {eigenaar} finance {financiën} developer {ontwikkelaar} administrator {administrator} support {support} other {lezer}}.',
  'members.invitation.operators':
    'Voor het beheerteam is tweestapsverificatie verplicht. Houd daarvoor een authenticator-app bij de hand.',
  'members.invitation.link': 'Uitnodiging bekijken',
  'members.invitation.after':
    'De link is {days, plural, one {# dag} other {# dagen}} geldig, werkt één keer en alleen voor wie met dit adres inlogt. Hebt u nog geen account? Dan kunt u er een aanmaken.',
  'members.invitation.ignore': 'Had u deze uitnodiging niet verwacht? Dan kunt u deze e-mail negeren.',

  'members.joined.subject': 'Een nieuw lid heeft zich aangesloten',
  'members.joined.text':
    '“{member}” is nu lid van {kind, select, service {het beheerteam} other {het team “{team}”}}, met de rol {role, select, owner {eigenaar} finance {financiën} developer {ontwikkelaar} administrator {administrator} support {support} other {lezer}}.',
  'members.joined.unexpected': 'Had u dit niet verwacht? Verwijder dit lid dan onder “Leden” en wijzig uw wachtwoord.',

  'members.roleChanged.subject': 'Uw rol is gewijzigd',
  'members.roleChanged.text':
    'Uw rol in {kind, select, service {het beheerteam} other {het team “{team}”}} is nu {role, select, owner {eigenaar} finance {financiën} developer {ontwikkelaar} administrator {administrator} support {support} other {lezer}}.',

  'singleSignOn.changed.subject': 'Single sign-on is gewijzigd',
  'singleSignOn.changed.text':
    'Leden van {team} kunnen nu inloggen via {issuer}. Wie die dienst beheert, kan in dit account als elk lid inloggen.',
  'singleSignOn.removed.text': 'Single sign-on is verwijderd bij {team}. Iedereen die zo was ingelogd, is uitgelogd.',
  'singleSignOn.unexpected':
    'Had u dit niet verwacht? Open dan Single sign-on in de instellingen van het account en controleer de leden.',
  'members.removed.subject': 'U bent uit een team verwijderd',
  'members.removed.text':
    'U bent geen lid meer van {kind, select, service {het beheerteam} other {het team “{team}”}}. Uw eigen account blijft ongewijzigd.',
  'members.removed.mistake': 'Denkt u dat dit een vergissing is? Vraag dan een eigenaar u opnieuw uit te nodigen.',

  'members.left.subject': 'Een lid heeft het team verlaten',
  'members.left.text':
    '“{member}” heeft {kind, select, service {het beheerteam} other {het team “{team}”}} verlaten en heeft er geen toegang meer toe.',
  'members.left.deleted':
    'Een lid dat het eigen account heeft verwijderd, heeft {kind, select, service {het beheerteam} other {het team “{team}”}} verlaten en heeft er geen toegang meer toe.',

  'payout.approved.subject': 'Uw uitbetaling van {amount} is goedgekeurd',
  'payout.approved.text': 'Uw uitbetaling van {amount} is goedgekeurd en wordt hierna naar uw bank verzonden.',
  'payout.sent.subject': 'Uw uitbetaling van {amount} is onderweg',
  'payout.sent.text': '{net} is naar uw bankrekening verzonden. Het geld komt meestal binnen twee werkdagen aan.',
  'payout.completed.subject': 'Uw uitbetaling van {amount} is voltooid',
  'payout.completed.text': '{net} is op uw bankrekening bijgeschreven.',
  'payout.rejected.subject': 'Uw uitbetaling van {amount} is afgewezen',
  'payout.rejected.text': 'Uw uitbetaling van {amount} is afgewezen voordat deze naar de bank werd verzonden.',
  'payout.failed.subject': 'Uw uitbetaling van {amount} is teruggestuurd',
  'payout.failed.text': 'De bank heeft het bedrag van {amount} ofwel niet uitbetaald, ofwel teruggestuurd.',
  'payout.backAgain':
    'Het volledige bedrag, inclusief de kosten, staat weer in uw saldo. Als u iets verschuldigd bent, wordt dat er eerst op ingehouden.',
  'payout.checkAccount': 'Controleer de opgeslagen bankrekening voordat u opnieuw een uitbetaling aanvraagt.',
  'payout.inTestMode': 'In de testmodus: {text}',
  'payout.id': 'Uitbetaling',
  'payout.fee': 'Kosten',

  'schedule.changed.subject': 'Automatische uitbetalingen zijn gewijzigd',
  'schedule.changed.text':
    'De automatische uitbetalingen van uw {account, select, earnings {inkomsten} commission {commissie} clearing {clearingwallet} other {wallet}} in {currency} zijn gewijzigd.',
  'schedule.off.subject': 'Automatische uitbetalingen zijn uitgeschakeld',
  'schedule.off.text':
    '{account, select, earnings {Uw inkomsten in {currency} worden} commission {Uw commissie in {currency} wordt} clearing {Het saldo van uw clearingwallet in {currency} wordt} other {Het saldo van uw wallet in {currency} wordt}} niet meer automatisch uitbetaald.',
  'schedule.payouts': 'Uitbetalingen',
  'schedule.when': '{interval}, om {time} uur ({timeZone})',
  'schedule.daily': 'Elke dag',
  'schedule.weekly':
    'Elke week {day, select, 1 {op maandag} 2 {op dinsdag} 3 {op woensdag} 4 {op donderdag} 5 {op vrijdag} 6 {op zaterdag} other {op zondag}}',
  'schedule.monthly': 'Elke maand op dag {day}',
  'schedule.monthlyLast': 'Elke maand op de laatste dag',
  'schedule.minimum': 'Minimaal',
  'schedule.kept': 'Blijft in het account',
  'schedule.refused.subject': 'Uw automatische uitbetaling in {currency} is niet uitgevoerd',
  'schedule.refused.text':
    '{account, select, earnings {Uw inkomsten in {currency} konden} commission {Uw commissie in {currency} kon} clearing {Het saldo van uw clearingwallet in {currency} kon} other {Het saldo van uw wallet in {currency} kon}} niet automatisch worden uitbetaald.',
  'schedule.refused.bankAccount': 'De bankrekening kan niet worden gebruikt.',
  'schedule.refused.amount': 'Het bedrag is lager dan de kleinste uitbetaling of hoger dan de limiet van 24 uur.',
  'schedule.refused.account': 'Het account is niet actief.',
  'schedule.refused.funds': 'Het saldo is te laag.',
  'schedule.refused.after': 'Het geld staat nog in uw saldo. De volgende uitbetaling volgt op de gebruikelijke dag.',

  'bankAccount.added.subject': 'Er is een bankrekening toegevoegd',
  'bankAccount.added.text':
    'De bankrekening {account} is toegevoegd. Uitbetalingen naar deze rekening kunnen de komende 48 uur niet worden goedgekeurd.',
  'bankAccount.removed.subject': 'Er is een bankrekening verwijderd',
  'bankAccount.removed.text':
    'De bankrekening {account} is verwijderd. Er kunnen geen uitbetalingen naar deze rekening meer worden aangevraagd.',

  'topUp.requested.subject': 'Maak {amount} over om uw opwaardering te voltooien',
  'topUp.requested.text':
    'Maak {amount} van uw bankrekening over naar de rekening hieronder en vermeld precies deze referentie.',
  'topUp.requested.noDetails':
    'We hebben uw opwaardering van {amount} vastgelegd. Er zijn nog geen bankgegevens voor {currency}. Vraag de beheerder van deze dienst waar u het geld naartoe kunt overmaken.',
  'topUp.requested.reference': 'Aan de referentie zien we dat het geld van u is.',
  'topUp.requested.expires': 'Is er uiterlijk {day} niets ontvangen, dan verloopt de opwaardering.',
  'topUp.accountHolder': 'Rekeninghouder',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Bank',
  'topUp.otherDetails': 'Overige gegevens',

  'topUp.received.subject': 'We hebben {amount} ontvangen',
  'topUp.received.text': 'Uw overschrijving van {amount} is ontvangen. U kunt het geld nu gebruiken.',
  'topUp.received.other':
    'U hebt een opwaardering van {requested} aangevraagd en wij hebben {amount} ontvangen. Het ontvangen bedrag is bijgeschreven en u kunt het nu gebruiken.',

  'topUp.declined.subject': 'Uw opwaardering van {amount} is afgewezen',
  'topUp.declined.text':
    'Uw opwaardering van {amount} is afgewezen. Hebt u al geld overgemaakt, dan wordt dat teruggestort op uw bankrekening.',

  'topUp.expired.subject': 'Uw opwaardering van {amount} is verlopen',
  'topUp.expired.text':
    'Uw overschrijving van {amount} is niet ontvangen, daarom is de opwaardering verlopen. Hebt u het geld al overgemaakt, dan wordt het na ontvangst bijgeschreven of teruggestort.',
  'topUp.expired.again':
    'Wilt u nog geld toevoegen? Start dan een nieuwe opwaardering en gebruik de nieuwe referentie.',

  'topUp.returned.subject': 'Uw overschrijving van {amount} wordt teruggestort',
  'topUp.returned.text':
    'Uw overschrijving van {amount} is niet bijgeschreven. Het geld gaat terug naar de rekening waar het vandaan kwam.',

  'topUp.reversed.subject': 'Uw opwaardering van {amount} is teruggeboekt',
  'topUp.reversed.text': 'We hebben uw opwaardering van {amount} teruggeboekt.',
  'topUp.reversed.part': 'We hebben {part} van uw opwaardering van {amount} teruggeboekt.',
  'topUp.reversed.debt':
    'Uw saldo dekte {covered}. De overige {owed} bent u verschuldigd; dit bedrag wordt ingehouden op het volgende geld dat u ontvangt.',

  'cash.received.text':
    'Uw overschrijving van {amount} aan contant geld van {company} is ontvangen. U hebt nu {handedOver} minder contant geld af te dragen.',
  'cash.received.above':
    'U hebt meer overgemaakt dan u aan contant geld had. De overige {above} is aan uw inkomsten toegevoegd.',
  'cash.reversed.subject': 'Uw overschrijving van {amount} is teruggeboekt',
  'cash.reversed.text': '{amount} van uw overschrijving van contant geld van {company} is teruggeboekt.',
  'cash.reversed.held': 'Weer af te dragen',
  'cash.reversed.earnings': 'Ingehouden op uw inkomsten',
  'cash.reversed.owed': 'U bent verschuldigd',

  'cash.limit.subject': 'Draag contant geld af aan {company}',
  'cash.limit.amount': 'U hebt {held} aan contant geld van {company}: meer dan de limiet van {limit}.',
  'cash.limit.days':
    'U hebt {held} aan contant geld van {company}: al langer dan {days, plural, one {# dag} other {# dagen}}.',
  'cash.limit.both':
    'U hebt {held} aan contant geld van {company}: meer dan de limiet van {limit} en al langer dan {days, plural, one {# dag} other {# dagen}}.',
  'cash.limit.next':
    'Draag het geld af en leg dit vast in het dashboard, onder “Inkomsten”. Tot die tijd krijgt u mogelijk geen contant betaalde bestellingen meer.',

  'cash.confirm.subject': '{amount} contant bevestigen?',
  'cash.confirm.text':
    'Volgens {company} hebt u {amount} aan contant geld afgedragen. Bevestig dit of wijs het af in het dashboard, onder “Inkomsten”.',
  'cash.declined.subject': '{amount} contant is niet bevestigd',
  'cash.declined.text':
    '{company} heeft de {amount} aan contant geld afgewezen die u als afgedragen had vastgelegd. Dit bedrag geldt nog als niet afgedragen.',
  'cash.note': 'Notitie',

  'debt.repaid.subject': 'Uw terugbetaling van {amount} is vastgelegd',
  'debt.repaid.text': '{amount} van uw schuld aan {creditor} is als terugbetaald vastgelegd.',
  'debt.repaid.service': '{amount} van uw schuld aan deze dienst is als terugbetaald vastgelegd.',
  'debt.writtenOff.subject': '{amount} van uw schuld is kwijtgescholden',
  'debt.writtenOff.text': '{amount} van uw schuld aan {creditor} is kwijtgescholden.',
  'debt.writtenOff.service': '{amount} van uw schuld aan deze dienst is kwijtgescholden.',
  'debt.nothingLeft': 'U bent in deze valuta niets meer verschuldigd.',
  'debt.left': 'U bent nog {left} verschuldigd.',

  'dispute.opened.subject': 'Een klant betwist een betaling van {amount}',
  'dispute.opened.text':
    'De bank van de klant heeft het geld teruggehaald zolang het geschil loopt. Het is ingehouden op uw saldo.',
  'dispute.opened.soon': 'Verstuur uw bewijs snel in het dashboard, onder “Geschillen”.',
  'dispute.opened.until':
    'Verstuur uw bewijs in het dashboard, onder “Geschillen”. Dit kan tot {day}, {clock} uur (UTC).',
  'dispute.won.subject': 'U hebt het geschil over {amount} gewonnen',
  'dispute.won.text': 'Het geld staat weer in uw saldo.',
  'dispute.lost.subject': 'U hebt het geschil over {amount} verloren',
  'dispute.lost.text': 'De klant houdt het geld. Betaal deze betaling niet ook nog terug.',
  'dispute.undone.subject': 'Overschrijving van {amount} toch niet teruggehaald',
  'dispute.undone.text':
    'Het bedrag was per vergissing van uw saldo afgeschreven. Het is terug; de schuld die erdoor ontstond, wordt eerst voldaan.',
  'dispute.recalled.subject': 'De bank heeft een overschrijving van {amount} teruggehaald',
  'dispute.recalled.text':
    'Daarmee was de betaling hieronder voldaan. Het geld is ingehouden op uw saldo; voor het deel dat het saldo niet dekte, hebt u nu een schuld.',
  'dispute.recalled.noRefund': 'Betaal deze betaling niet ook nog terug.',
  'dispute.refused.subject': 'Uw bewijs in het geschil over {amount} is niet geaccepteerd',
  'dispute.refused.text':
    'De betaalverwerker heeft het geweigerd. Bekijk de reden in het dashboard, onder “Geschillen”, en dien het bewijs op tijd opnieuw in.',
  'dispute.reminder.subject': 'Reageer uiterlijk {day} op het geschil over {amount}',
  'dispute.reminder.text':
    'U kunt bewijs indienen tot {day}, {clock} uur (UTC). Er is nog niets ingediend. Zonder bewijs houdt de klant het geld.',
  'dispute.reminder.where': 'Verstuur het in het dashboard, onder “Geschillen”.',
  'dispute.id': 'Geschil',
  'dispute.reason':
    '{reason, select, credit_not_processed {Terugbetaling niet ontvangen} duplicate {Dubbel afgeschreven} fraudulent {Fraude} general {Overig} product_not_received {Niet geleverd} product_unacceptable {Niet zoals beschreven} recalled {Overschrijving teruggehaald} subscription_canceled {Abonnement opgezegd} unrecognized {Niet herkend} other {{other}}}',
};
