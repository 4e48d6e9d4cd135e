/** The texts of mails in German. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Zahlungen mit Sluice',
  'mail.unsubscribe': 'E-Mails dieser Art abbestellen',
  'mail.test': 'Test: {subject}',
  'mail.because': 'Grund: {reason}',
  'mail.unexpected':
    'Wenn Sie mit dieser Änderung nicht gerechnet haben, informieren Sie umgehend den Betreiber dieses Dienstes und ändern Sie Ihr Passwort.',
  'mail.open.payouts': 'Auszahlungen ansehen',
  'mail.open.dispute': 'Anfechtung ansehen',
  'mail.open.topUp': 'Aufladung ansehen',
  'mail.openDashboard': 'Dashboard öffnen',
  'mail.amount': 'Betrag',
  'mail.reason': 'Grund',
  'mail.reference': 'Referenz',
  'mail.payment': 'Zahlung',

  'link.invitation.subject': 'Einladung: Erhalten Sie Ihr Geld über Sluice',
  'link.invitation.text':
    'Die Plattform „{company}“ möchte Sie als {type, select, courier {Kurier} other {Händler}} über Sluice bezahlen. Sobald Sie annehmen, wird Ihnen Ihr Anteil an den Bestellungen der Plattform gutgeschrieben.',
  'link.invitation.unapproved':
    'Eine Plattform, die sich „{company}“ nennt, möchte Sie als {type, select, courier {Kurier} other {Händler}} über Sluice bezahlen. Sobald Sie annehmen, wird Ihnen Ihr Anteil an den Bestellungen der Plattform gutgeschrieben.',
  'link.invitation.warning': 'Der Betreiber dieses Dienstes hat diese Plattform noch nicht genehmigt.',
  'link.invitation.testOnly':
    'Diese Einladung gilt für den Testmodus: Es wird kein echtes Geld bewegt, solange die Plattform das nicht freischaltet.',
  'link.invitation.link': 'Einladung ansehen',
  'link.invitation.after':
    'Der Link ist {days, plural, one {# Tag} other {# Tage}} gültig, funktioniert einmal und nur für Personen, die sich mit dieser Adresse anmelden. Solange Sie nicht annehmen, passiert nichts.',
  'link.invitation.ignore': 'Wenn Sie diese Plattform nicht kennen, können Sie diese E-Mail ignorieren.',

  'link.ended.subject': 'Eine Plattform hat ihre Verknüpfung mit Ihnen beendet',
  'link.ended.text':
    'Die Plattform „{company}“ hat die Verknüpfung {id} beendet, über die Sie als {type, select, courier {Kurier} other {Händler}} mit ihr verbunden waren. Bereits erfasste Bestellungen werden Ihnen noch gutgeschrieben.',
  'link.ended.link': 'Plattformen ansehen',

  'live.approved.subject': '{name} kann live gehen',
  'live.approved.text': '{name} wurde genehmigt. Sie können jetzt echtes Geld annehmen.',
  'live.approved.next':
    'Melden Sie sich an, wechseln Sie in den Livemodus und erstellen Sie Live-Schlüssel, um zu beginnen.',
  'live.refused.subject': '{name} wurde nicht für den Livemodus genehmigt',
  'live.refused.text': 'Ihr Antrag, mit {name} echtes Geld anzunehmen, wurde nicht genehmigt.',
  'live.refused.next':
    'Den Testmodus können Sie weiter nutzen. Korrigieren Sie die Angaben und senden Sie den Antrag im Dashboard erneut.',
  'live.suspended.subject': '{name} ist gesperrt',
  'live.suspended.text':
    '{name} wurde gesperrt. Sie können sich weiterhin anmelden und alles ansehen, aber nichts ändern. Auszahlungen werden nicht ausgeführt.',
  'live.resumed.subject': '{name} ist wieder aktiv',
  'live.resumed.text': 'Die Sperre von {name} wurde aufgehoben. Alles funktioniert wie zuvor.',

  'unpayable.notApproved.subject': '{name} kann noch keine Live-Zahlungen annehmen',
  'unpayable.notApproved.text':
    'Ein Kunde hat die Zahlung {payment} geöffnet. Das Konto ist noch nicht für den Livemodus genehmigt. Dem Kunden wurde daher angezeigt, dass die Zahlung nicht möglich ist.',
  'unpayable.notApproved.next':
    'Beantragen Sie den Livemodus im Dashboard. Senden Sie Kunden bis dahin nur Testzahlungen.',
  'unpayable.suspended.subject': '{name} kann keine Zahlungen annehmen',
  'unpayable.suspended.text':
    'Ein Kunde hat die Zahlung {payment} geöffnet. Das Konto ist gesperrt. Dem Kunden wurde daher angezeigt, dass die Zahlung nicht möglich ist.',
  'unpayable.suspended.next': 'Wenden Sie sich an den Betreiber dieses Dienstes, um die Sperre aufheben zu lassen.',
  'unpayable.noCards.subject': 'Kunden von {name} können nicht mit Karte zahlen',
  'unpayable.noCards.text':
    'Ein Kunde hat die Zahlung {payment} geöffnet. Dieser Dienst hat im Livemodus keinen Zahlungsdienstleister. Der Kunde konnte daher nur mit einer Sluice-Wallet bezahlen.',
  'unpayable.noCards.next': 'Bitten Sie den Betreiber dieses Dienstes, einen Zahlungsdienstleister anzubinden.',
  'unpayable.once': 'Sie erhalten diese E-Mail aus demselben Grund höchstens einmal am Tag.',

  'transfer.part.subject': '{arrived} von {amount} eingegangen',
  'transfer.part.text':
    'Ein Kunde zahlt per Überweisung, und bisher ist nur ein Teil eingegangen. Wir verwahren ihn, bis der Rest kommt: Dann ist die Zahlung bezahlt, und das Geld gehört Ihnen.',
  'transfer.part.missing': 'Es fehlen noch',
  'transfer.refused.subject': 'Eine Überweisung über {amount} kann nicht angenommen werden',
  'transfer.refused.ended': 'Die Zahlung war bereits beendet: Sie war abgelaufen oder storniert.',
  'transfer.refused.received': 'Die Zahlung war bereits per Überweisung bezahlt.',
  'transfer.refused.paidOtherwise': 'Die Zahlung war bereits auf anderem Weg bezahlt.',
  'transfer.refused.tooMuch':
    'Es wurde mehr überwiesen, als für die Zahlung nötig war. Die Zahlung ist bezahlt; dies ist der überschüssige Betrag.',
  'transfer.refused.otherCurrency': 'Die Überweisung hat eine andere Währung als die Zahlung.',
  'transfer.refused.waits':
    'Das Geld liegt beim Betreiber dieses Dienstes, der es an den Kunden zurücküberweist. Sie müssen nichts tun.',

  'webhook.paused.subject': 'Webhooks an {host} sind pausiert',
  'webhook.paused.text':
    'Seit drei Tagen ist kein Webhook von {name} bei {host} angekommen. Es wird nichts mehr dorthin gesendet, bis Sie den Endpunkt wieder aktivieren.',
  'webhook.disabled.subject': 'Webhooks an {host} sind deaktiviert',
  'webhook.disabled.text':
    '{host} hat einen Webhook von {name} mit 410 Gone beantwortet. Der Endpunkt wurde deshalb deaktiviert. Es wird nichts mehr dorthin gesendet.',
  'webhook.resume':
    'Ereignisse werden weiterhin erfasst. Sobald Sie den Endpunkt wieder aktiviert haben, können Sie verpasste Ereignisse erneut senden.',
  'webhook.link': 'Webhooks öffnen',

  'statement.subject': 'Ihr Monatsauszug für {month} ist verfügbar',
  'statement.text':
    'Der Auszug von {name} für {month} enthält alle Buchungen. Sie können ihn drucken oder als CSV herunterladen.',
  'statement.link': 'Auszug öffnen',

  'view.subject': '{view}: {period}',
  'view.text':
    'Die Zahlen von „{view}“ für {name}, {period}, sind verfügbar. Sie können sie ansehen und als CSV exportieren.',
  'view.link': 'Zahlen öffnen',

  'account.confirm.subject': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'account.confirm.text':
    'Mit dieser Adresse wurde eine Registrierung begonnen. Bestätigen Sie die Adresse, um Ihr Konto zu eröffnen.',
  'account.confirm.link': 'Adresse bestätigen',
  'account.confirm.after':
    'Der Link ist 24 Stunden gültig. Sie geben dort das Passwort ein, das Sie gewählt haben. Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren: Ohne den Link wird kein Konto erstellt.',

  'account.exists.subject': 'Sie haben bereits ein Konto',
  'account.exists.text':
    'Es wurde versucht, sich mit dieser Adresse zu registrieren. Zu ihr gehört bereits ein Konto, deshalb wurde nichts geändert. Melden Sie sich an oder wählen Sie ein neues Passwort, falls Sie Ihres vergessen haben.',
  'account.exists.link': 'Anmelden',
  'account.exists.after': 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',

  'account.reset.subject': 'Wählen Sie ein neues Passwort',
  'account.reset.text': 'Für diese Adresse wurde ein neues Passwort angefordert.',
  'account.reset.link': 'Neues Passwort wählen',
  'account.reset.after':
    'Der Link funktioniert einmal und ist eine Stunde gültig. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.',

  'account.opened.subject': 'Wählen Sie Ihr Passwort',
  'account.opened.text': 'Der Betreiber von {host} hat für diese Adresse ein Konto eröffnet.',
  'account.opened.link': 'Passwort wählen',
  'account.opened.after':
    'Der Link funktioniert einmal und ist {hours, plural, one {# Stunde} other {# Stunden}} gültig. Ohne Passwort kann sich niemand bei diesem Konto anmelden.',

  'account.unlock.subject': 'Anmeldung nach zu vielen Versuchen freigeben',
  'account.unlock.text':
    'Nach zu vielen fehlgeschlagenen Versuchen wurde für diese Adresse ein Link zur Anmeldung angefordert. Er gibt die Anmeldung in dem Browser frei, in dem Sie ihn öffnen.',
  'account.unlock.link': 'Anmeldung freigeben',
  'account.unlock.after':
    'Der Link funktioniert einmal und ist 15 Minuten gültig. Sie brauchen weiterhin Ihr Passwort und, falls eingerichtet, Ihren Code. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',

  'account.notYou':
    'Wenn Sie das nicht waren, kennt möglicherweise jemand anderes Ihr Passwort: Wählen Sie sofort ein neues.',

  'account.passwordChanged.subject': 'Ihr Passwort wurde geändert',
  'account.passwordChanged.text': 'Ihr Passwort wurde geändert, und Ihre anderen Sitzungen wurden beendet.',

  'account.twoStepOn.subject': 'Zwei-Faktor-Anmeldung eingeschaltet',
  'account.twoStepOn.text':
    'Ab jetzt brauchen Sie zum Anmelden nach dem Passwort einen Code aus Ihrer Authenticator-App. Ihre anderen Sitzungen wurden beendet.',
  'account.twoStepOn.wait':
    'In den nächsten 24 Stunden gilt sie noch nicht für Aktionen, die einen Code verlangen, zum Beispiel Auszahlungen beantragen oder Schlüssel erstellen. Alles andere funktioniert wie zuvor.',

  'account.twoStepOff.subject': 'Zwei-Faktor-Anmeldung ausgeschaltet',
  'account.twoStepOff.text': 'Ab jetzt genügt zum Anmelden Ihr Passwort.',

  'account.recoveryUsed.subject': 'Ein Wiederherstellungscode wurde verwendet',
  'account.recoveryUsed.text':
    'Einer Ihrer Wiederherstellungscodes wurde anstelle Ihrer Authenticator-App verwendet. Dieser Code ist nicht mehr gültig.',

  'account.codesGuessed.subject': 'Jemand versucht, Ihre Anmeldecodes zu erraten',
  'account.codesGuessed.text':
    'Jemand hat Ihr Passwort und danach mehrere falsche Codes eingegeben, in einem Browser, den Sie bisher nicht verwendet haben. Die Anmeldung ist nicht gelungen.',

  'account.passkeyAdded.subject': 'Ein Passkey wurde hinzugefügt',
  'account.passkeyAdded.text':
    'Ihrem Konto wurde ein Passkey hinzugefügt. Mit ihm melden Sie sich ohne Passwort und Code an. In Ihrem Profil können Sie ihn entfernen.',
  'account.passkeyAdded.wait':
    'In den nächsten 24 Stunden gilt er noch nicht für Aktionen, die einen Code verlangen, zum Beispiel Auszahlungen beantragen oder Schlüssel erstellen.',

  'account.passkeyRemoved.subject': 'Ein Passkey wurde entfernt',
  'account.passkeyRemoved.text':
    'Ein Passkey wurde aus Ihrem Konto entfernt. Damit kann sich niemand mehr anmelden. Ihre anderen Sitzungen wurden beendet.',

  'account.recoveryRenewed.subject': 'Neue Wiederherstellungscodes',
  'account.recoveryRenewed.text':
    'Neue Wiederherstellungscodes wurden erstellt. Die bisherigen sind nicht mehr gültig.',

  'account.twoStepResetSoon.subject': 'Ihre Zwei-Faktor-Anmeldung wird zurückgesetzt',
  'account.twoStepResetSoon.text':
    'Der Betreiber dieses Dienstes setzt Ihre Zwei-Faktor-Anmeldung am {day} um {clock} Uhr (UTC) zurück, weil Ihre Authenticator-App als verloren gemeldet wurde. Ab dann genügt Ihr Passwort, bis Sie sie neu einrichten.',
  'account.twoStepResetSoon.stop':
    'Wenn Sie das nicht veranlasst haben, melden Sie sich vorher mit Ihrer Authenticator-App oder einem Wiederherstellungscode an: Damit wird das Zurücksetzen gestoppt. Ändern Sie danach Ihr Passwort.',

  'account.twoStepReset.subject': 'Ihre Zwei-Faktor-Anmeldung wurde zurückgesetzt',
  'account.twoStepReset.text':
    'Ihre Authenticator-App und Ihre Wiederherstellungscodes sind nicht mehr gültig, und alle Ihre Sitzungen wurden beendet. Melden Sie sich mit Ihrem Passwort an und richten Sie die Zwei-Faktor-Anmeldung neu ein.',
  'account.twoStepReset.notYou':
    'Wenn Sie das nicht veranlasst haben, ändern Sie sofort Ihr Passwort und informieren Sie den Betreiber dieses Dienstes.',

  'account.deleted.subject': 'Ihr Benutzerkonto ist gelöscht',
  'account.deleted.byYou':
    'Wie gewünscht wurde Ihr Benutzerkonto gelöscht, ebenso Ihr Name, Ihre E-Mail-Adresse und alle Ihre Anmeldedaten.',
  'account.deleted.byOperator':
    'Der Betreiber dieses Dienstes hat Ihr Benutzerkonto gelöscht, ebenso Ihren Namen, Ihre E-Mail-Adresse und alle Ihre Anmeldedaten.',
  'account.deleted.kept':
    'Aufzeichnungen über Zahlungen und Auszahlungen bleiben ohne Ihren Namen erhalten, weil die Bücher aufgehen müssen und das Gesetz es verlangt. Für Auszahlungen genutzte Bankverbindungen werden so lange aufbewahrt, wie es das Gesetz verlangt.',
  'account.deleted.last':
    'Dies ist die letzte E-Mail an diese Adresse. Sie können sich damit jederzeit wieder registrieren und ein neues Konto eröffnen.',

  'closing.closed.subject': 'Das Konto {name} ist geschlossen',
  'closing.closed.text':
    'Das Konto {name} wurde geschlossen. Seine API-Schlüssel und Verknüpfungen sind beendet, und es nimmt kein Geld mehr an.',
  'closing.closed.year': 'Sie können sich noch ein Jahr lang anmelden, alles ansehen und Auszüge herunterladen.',
  'closing.closed.mistake': 'Falls das ein Versehen war, kann der Betreiber dieses Dienstes das Konto wieder öffnen.',

  'closing.reopened.subject': 'Das Konto {name} ist wieder geöffnet',
  'closing.reopened.text': 'Der Betreiber dieses Dienstes hat das Konto {name} wieder geöffnet.',
  'closing.reopened.restore':
    'API-Schlüssel, Verknüpfungen, Bankkonten und Webhook-Endpunkte wurden nicht wiederhergestellt. Richten Sie neu ein, was Sie brauchen.',

  'members.invitation.subject': 'Einladung in ein Team',
  'members.invitation.text':
    'Sie sind eingeladen, {kind, select, service {dem Betreiberteam} other {dem Team „{team}“}} auf {host} beizutreten, mit der Rolle „{role, select, owner {Inhaber} finance {Finanzen} developer {Entwickler} administrator {Administrator} support {Support} other {Betrachter}}“.',
  'members.invitation.operators':
    'Für das Betreiberteam ist die Zwei-Faktor-Anmeldung Pflicht. Halten Sie dafür eine Authenticator-App bereit.',
  'members.invitation.link': 'Einladung ansehen',
  'members.invitation.after':
    'Der Link ist {days, plural, one {# Tag} other {# Tage}} gültig, funktioniert einmal und nur für Personen, die sich mit dieser Adresse anmelden. Wenn Sie noch kein Konto haben, können Sie eines erstellen.',
  'members.invitation.ignore': 'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.',

  'members.joined.subject': 'Ein neues Mitglied ist beigetreten',
  'members.joined.text':
    '„{member}“ ist {kind, select, service {dem Betreiberteam} other {dem Team „{team}“}} beigetreten, mit der Rolle „{role, select, owner {Inhaber} finance {Finanzen} developer {Entwickler} administrator {Administrator} support {Support} other {Betrachter}}“.',
  'members.joined.unexpected':
    'Wenn Sie damit nicht gerechnet haben, entfernen Sie das Mitglied unter „Mitglieder“ und ändern Sie Ihr Passwort.',

  'members.roleChanged.subject': 'Ihre Rolle wurde geändert',
  'members.roleChanged.text':
    'Ihre Rolle {kind, select, service {im Betreiberteam} other {im Team „{team}“}} ist jetzt „{role, select, owner {Inhaber} finance {Finanzen} developer {Entwickler} administrator {Administrator} support {Support} other {Betrachter}}“.',

  'singleSignOn.changed.subject': 'Single Sign-on wurde geändert',
  'singleSignOn.changed.text':
    'Mitglieder von {team} können sich jetzt über {issuer} anmelden. Wer diesen Dienst betreibt, kann sich in diesem Konto als jedes Mitglied anmelden.',
  'singleSignOn.removed.text':
    'Single Sign-on wurde für {team} entfernt. Alle, die sich darüber angemeldet hatten, wurden abgemeldet.',
  'singleSignOn.unexpected':
    'Falls Sie das nicht erwartet haben, öffnen Sie in den Einstellungen des Kontos Single Sign-on und prüfen Sie die Mitglieder.',
  'members.removed.subject': 'Sie wurden aus einem Team entfernt',
  'members.removed.text':
    'Sie sind kein Mitglied {kind, select, service {des Betreiberteams} other {des Teams „{team}“}} mehr. Ihr eigenes Konto bleibt unverändert.',
  'members.removed.mistake': 'Wenn Sie das für ein Versehen halten, bitten Sie einen Inhaber um eine neue Einladung.',

  'members.left.subject': 'Ein Mitglied hat das Team verlassen',
  'members.left.text':
    '„{member}“ hat {kind, select, service {das Betreiberteam} other {das Team „{team}“}} verlassen und hat keinen Zugriff mehr.',
  'members.left.deleted':
    'Ein Mitglied hat sein Benutzerkonto gelöscht, damit {kind, select, service {das Betreiberteam} other {das Team „{team}“}} verlassen und keinen Zugriff mehr.',

  'payout.approved.subject': 'Ihre Auszahlung über {amount} ist genehmigt',
  'payout.approved.text': 'Ihre Auszahlung über {amount} ist genehmigt und wird als Nächstes an Ihre Bank gesendet.',
  'payout.sent.subject': 'Ihre Auszahlung über {amount} ist unterwegs',
  'payout.sent.text':
    '{net} wurden an Ihr Bankkonto gesendet. In der Regel geht das Geld innerhalb von zwei Bankarbeitstagen ein.',
  'payout.completed.subject': 'Ihre Auszahlung über {amount} wurde gutgeschrieben',
  'payout.completed.text': '{net} wurden Ihrem Bankkonto gutgeschrieben.',
  'payout.rejected.subject': 'Ihre Auszahlung über {amount} wurde abgelehnt',
  'payout.rejected.text': 'Ihre Auszahlung über {amount} wurde abgelehnt, bevor sie an die Bank gesendet wurde.',
  'payout.failed.subject': 'Ihre Auszahlung über {amount} wurde zurückgegeben',
  'payout.failed.text': 'Die Bank hat den Betrag von {amount} entweder nicht ausgezahlt oder zurückgegeben.',
  'payout.backAgain':
    'Der volle Betrag einschließlich der Gebühr ist wieder in Ihrem Guthaben. Falls Sie etwas schulden, wird es zuerst davon abgezogen.',
  'payout.checkAccount': 'Prüfen Sie das hinterlegte Bankkonto, bevor Sie eine weitere Auszahlung beantragen.',
  'payout.inTestMode': 'Im Testmodus: {text}',
  'payout.id': 'Auszahlung',
  'payout.fee': 'Gebühr',

  'schedule.changed.subject': 'Automatische Auszahlungen wurden geändert',
  'schedule.changed.text':
    'Die automatischen Auszahlungen {account, select, earnings {Ihrer Einnahmen} commission {Ihrer Provision} clearing {Ihres Verrechnungskontos} other {Ihrer Wallet}} in {currency} wurden geändert.',
  'schedule.off.subject': 'Automatische Auszahlungen wurden ausgeschaltet',
  'schedule.off.text':
    '{account, select, earnings {Ihre Einnahmen in {currency} werden} commission {Ihre Provision in {currency} wird} clearing {Das Guthaben Ihres Verrechnungskontos in {currency} wird} other {Das Guthaben Ihrer Wallet in {currency} wird}} nicht mehr automatisch ausgezahlt.',
  'schedule.payouts': 'Auszahlungen',
  'schedule.when': '{interval}, um {time} Uhr ({timeZone})',
  'schedule.daily': 'Täglich',
  'schedule.weekly':
    'Wöchentlich, {day, select, 1 {am Montag} 2 {am Dienstag} 3 {am Mittwoch} 4 {am Donnerstag} 5 {am Freitag} 6 {am Samstag} other {am Sonntag}}',
  'schedule.monthly': 'Monatlich am {day}.',
  'schedule.monthlyLast': 'Monatlich am letzten Tag',
  'schedule.minimum': 'Mindestens',
  'schedule.kept': 'Bleibt im Konto',
  'schedule.refused.subject': 'Ihre automatische Auszahlung in {currency} wurde nicht ausgeführt',
  'schedule.refused.text':
    '{account, select, earnings {Ihre Einnahmen in {currency} konnten} commission {Ihre Provision in {currency} konnte} clearing {Das Guthaben Ihres Verrechnungskontos in {currency} konnte} other {Das Guthaben Ihrer Wallet in {currency} konnte}} nicht automatisch ausgezahlt werden.',
  'schedule.refused.bankAccount': 'Das Bankkonto kann nicht verwendet werden.',
  'schedule.refused.amount': 'Der Betrag liegt unter der kleinsten Auszahlung oder über dem 24-Stunden-Limit.',
  'schedule.refused.account': 'Das Konto ist nicht aktiv.',
  'schedule.refused.funds': 'Das Guthaben reicht nicht aus.',
  'schedule.refused.after':
    'Das Geld ist weiterhin in Ihrem Guthaben. Die nächste Auszahlung wird am üblichen Tag versucht.',

  'bankAccount.added.subject': 'Ein Bankkonto wurde hinzugefügt',
  'bankAccount.added.text':
    'Das Bankkonto {account} wurde hinzugefügt. Auszahlungen darauf können in den nächsten 48 Stunden nicht genehmigt werden.',
  'bankAccount.removed.subject': 'Ein Bankkonto wurde entfernt',
  'bankAccount.removed.text':
    'Das Bankkonto {account} wurde entfernt. Auszahlungen darauf können nicht mehr beantragt werden.',

  'topUp.requested.subject': 'Überweisen Sie {amount}, um Ihre Aufladung abzuschließen',
  'topUp.requested.text':
    'Überweisen Sie {amount} von Ihrem Bankkonto auf das unten genannte Konto und geben Sie genau diese Referenz an.',
  'topUp.requested.noDetails':
    'Wir haben Ihre Aufladung über {amount} erfasst. Für {currency} ist noch keine Bankverbindung hinterlegt. Fragen Sie den Betreiber dieses Dienstes, wohin Sie das Geld überweisen sollen.',
  'topUp.requested.reference': 'An der Referenz erkennen wir, dass das Geld von Ihnen kommt.',
  'topUp.requested.expires': 'Wenn bis zum {day} kein Geld eingegangen ist, läuft die Aufladung ab.',
  'topUp.accountHolder': 'Kontoinhaber',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Bank',
  'topUp.otherDetails': 'Weitere Angaben',

  'topUp.received.subject': 'Wir haben {amount} erhalten',
  'topUp.received.text': 'Ihre Überweisung über {amount} ist eingegangen. Das Geld ist verfügbar.',
  'topUp.received.other':
    'Sie haben eine Aufladung über {requested} angekündigt, eingegangen sind {amount}. Der eingegangene Betrag wurde gutgeschrieben und ist verfügbar.',

  'topUp.declined.subject': 'Ihre Aufladung über {amount} wurde abgelehnt',
  'topUp.declined.text':
    'Ihre Aufladung über {amount} wurde abgelehnt. Haben Sie bereits Geld überwiesen, wird es auf Ihr Bankkonto zurücküberwiesen.',

  'topUp.expired.subject': 'Ihre Aufladung über {amount} ist abgelaufen',
  'topUp.expired.text':
    'Ihre Überweisung über {amount} ist nicht eingegangen. Die Aufladung ist deshalb abgelaufen. Haben Sie das Geld bereits überwiesen, wird es nach Eingang gutgeschrieben oder zurücküberwiesen.',
  'topUp.expired.again':
    'Wenn Sie weiterhin aufladen möchten, starten Sie eine neue Aufladung und verwenden Sie deren neue Referenz.',

  'topUp.returned.subject': 'Ihre Überweisung über {amount} geht zurück',
  'topUp.returned.text':
    'Ihre Überweisung über {amount} wurde nicht gutgeschrieben. Das Geld geht auf das Konto zurück, von dem es kam.',

  'topUp.reversed.subject': 'Ihre Aufladung über {amount} wurde zurückgebucht',
  'topUp.reversed.text': 'Wir haben Ihre Aufladung über {amount} zurückgebucht.',
  'topUp.reversed.part': 'Wir haben {part} Ihrer Aufladung über {amount} zurückgebucht.',
  'topUp.reversed.debt':
    'Ihr Guthaben hat {covered} gedeckt. Sie schulden die restlichen {owed}; der Betrag wird von Ihrem nächsten Geldeingang abgezogen.',

  'cash.received.text':
    'Ihre Überweisung des Bargelds von {company} über {amount} ist eingegangen. Ihr Bargeldbestand ist um {handedOver} gesunken.',
  'cash.received.above':
    'Sie haben mehr überwiesen, als Sie bei sich hatten. Die übrigen {above} wurden Ihren Einnahmen gutgeschrieben.',
  'cash.reversed.subject': 'Ihre Überweisung über {amount} wurde zurückgebucht',
  'cash.reversed.text': '{amount} Ihrer Überweisung des Bargelds von {company} wurden zurückgebucht.',
  'cash.reversed.held': 'Wieder in Ihrem Bargeldbestand',
  'cash.reversed.earnings': 'Von Ihren Einnahmen abgezogen',
  'cash.reversed.owed': 'Sie schulden',

  'cash.limit.subject': 'Übergeben Sie Bargeld an {company}',
  'cash.limit.amount': 'Sie haben {held} Bargeld von {company} bei sich: mehr als das Limit von {limit}.',
  'cash.limit.days':
    'Sie haben {held} Bargeld von {company} bei sich: länger als {days, plural, one {# Tag} other {# Tage}}.',
  'cash.limit.both':
    'Sie haben {held} Bargeld von {company} bei sich: mehr als das Limit von {limit} und länger als {days, plural, one {# Tag} other {# Tage}}.',
  'cash.limit.next':
    'Übergeben Sie das Bargeld und erfassen Sie die Übergabe im Dashboard unter „Einnahmen“. Bis dahin erhalten Sie möglicherweise keine weiteren Bestellungen mit Barzahlung.',

  'cash.confirm.subject': '{amount} in bar bestätigen?',
  'cash.confirm.text':
    '{company} gibt an, {amount} in bar von Ihnen erhalten zu haben. Bestätigen Sie dies im Dashboard unter „Einnahmen“ oder lehnen Sie es ab.',
  'cash.declined.subject': '{amount} in bar wurden nicht bestätigt',
  'cash.declined.text':
    '{company} hat die {amount} in bar abgelehnt, die Sie als übergeben erfasst haben. Sie zählen weiterhin zu Ihrem Bargeldbestand.',
  'cash.note': 'Notiz',

  'debt.repaid.subject': 'Ihre Rückzahlung über {amount} wurde erfasst',
  'debt.repaid.text': '{amount} Ihrer Schuld bei {creditor} wurden als zurückgezahlt erfasst.',
  'debt.repaid.service': '{amount} Ihrer Schuld bei diesem Dienst wurden als zurückgezahlt erfasst.',
  'debt.writtenOff.subject': '{amount} Ihrer Schuld wurden abgeschrieben',
  'debt.writtenOff.text': '{amount} Ihrer Schuld bei {creditor} wurden abgeschrieben.',
  'debt.writtenOff.service': '{amount} Ihrer Schuld bei diesem Dienst wurden abgeschrieben.',
  'debt.nothingLeft': 'In dieser Währung schulden Sie nichts mehr.',
  'debt.left': 'Es sind noch {left} offen.',

  'dispute.opened.subject': 'Ein Kunde hat eine Zahlung über {amount} angefochten',
  'dispute.opened.text':
    'Die Bank des Kunden hat das Geld für die Dauer der Anfechtung zurückgeholt. Es wurde von Ihrem Guthaben abgezogen.',
  'dispute.opened.soon': 'Senden Sie Ihre Nachweise bald, im Dashboard unter „Anfechtungen“.',
  'dispute.opened.until':
    'Senden Sie Ihre Nachweise im Dashboard unter „Anfechtungen“. Das ist bis zum {day}, {clock} Uhr (UTC) möglich.',
  'dispute.won.subject': 'Sie haben die Anfechtung über {amount} gewonnen',
  'dispute.won.text': 'Das Geld ist wieder in Ihrem Guthaben.',
  'dispute.lost.subject': 'Sie haben die Anfechtung über {amount} verloren',
  'dispute.lost.text': 'Der Kunde behält das Geld. Erstatten Sie diese Zahlung nicht zusätzlich.',
  'dispute.undone.subject': 'Überweisung über {amount} doch nicht zurückgeholt',
  'dispute.undone.text':
    'Der Betrag wurde Ihrem Guthaben irrtümlich belastet. Er ist wieder gutgeschrieben; zuerst wird damit die daraus entstandene Schuld beglichen.',
  'dispute.recalled.subject': 'Die Bank hat eine Überweisung über {amount} zurückgeholt',
  'dispute.recalled.text':
    'Mit ihr wurde die unten genannte Zahlung bezahlt. Das Geld wurde von Ihrem Guthaben abgezogen; was das Guthaben nicht deckt, ist eine Schuld.',
  'dispute.recalled.noRefund': 'Erstatten Sie diese Zahlung nicht zusätzlich.',
  'dispute.refused.subject': 'Ihre Nachweise zur Anfechtung über {amount} wurden nicht angenommen',
  'dispute.refused.text':
    'Der Zahlungsdienstleister hat sie abgelehnt. Den Grund sehen Sie im Dashboard unter „Anfechtungen“. Reichen Sie die Nachweise rechtzeitig erneut ein.',
  'dispute.reminder.subject': 'Antworten Sie bis zum {day} auf die Anfechtung über {amount}',
  'dispute.reminder.text':
    'Nachweise werden bis zum {day}, {clock} Uhr (UTC) angenommen. Bisher wurde nichts eingereicht. Ohne Nachweise behält der Kunde das Geld.',
  'dispute.reminder.where': 'Senden Sie sie im Dashboard unter „Anfechtungen“.',
  'dispute.id': 'Anfechtung',
  'dispute.reason':
    '{reason, select, credit_not_processed {Erstattung nicht erhalten} duplicate {Doppelt abgebucht} fraudulent {Betrug} general {Sonstiges} product_not_received {Nicht geliefert} product_unacceptable {Nicht wie beschrieben} recalled {Überweisung zurückgeholt} subscription_canceled {Abo gekündigt} unrecognized {Nicht wiedererkannt} other {{other}}}',
};
