/** The texts of mails in Italian. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Pagamenti con Sluice',
  'mail.unsubscribe': 'Non ricevere più e-mail di questo tipo',
  'mail.test': 'Prova: {subject}',
  'mail.because': 'Motivo: {reason}',
  'mail.unexpected':
    'Se non riconosci questa operazione, avvisa subito l’operatore di questo servizio e cambia la tua password.',
  'mail.open.payouts': 'Vedi gli accrediti',
  'mail.open.dispute': 'Vedi la contestazione',
  'mail.open.topUp': 'Vedi la ricarica',
  'mail.openDashboard': 'Apri la dashboard',
  'mail.amount': 'Importo',
  'mail.reason': 'Motivo',
  'mail.reference': 'Riferimento',
  'mail.payment': 'Pagamento',

  'link.invitation.subject': 'Ricevi i tuoi pagamenti tramite Sluice',
  'link.invitation.text':
    'La piattaforma “{company}” vuole pagarti tramite Sluice come {type, select, courier {rider} other {esercente}}. Dopo che avrai accettato, ti verrà accreditata la tua quota dei suoi ordini.',
  'link.invitation.unapproved':
    'Una piattaforma che si presenta come “{company}” vuole pagarti tramite Sluice come {type, select, courier {rider} other {esercente}}. Dopo che avrai accettato, ti verrà accreditata la tua quota dei suoi ordini.',
  'link.invitation.warning': 'L’operatore di questo servizio non ha ancora approvato questa piattaforma.',
  'link.invitation.testOnly':
    'Questo invito vale per la modalità di prova: non si muove denaro reale finché la piattaforma non lo consente.',
  'link.invitation.link': 'Vedi l’invito',
  'link.invitation.after':
    'Il link è valido per {days, plural, one {# giorno} other {# giorni}}, una sola volta e solo per chi accede con questo indirizzo. Non succede nulla finché non accetti.',
  'link.invitation.ignore': 'Se non conosci questa piattaforma, puoi ignorare questa e-mail.',

  'link.ended.subject': 'Una piattaforma ha terminato il collegamento con te',
  'link.ended.text':
    'La piattaforma “{company}” ha terminato il collegamento {id}, per il quale eri un suo {type, select, courier {rider} other {esercente}}. Gli ordini già registrati ti vengono comunque accreditati.',
  'link.ended.link': 'Vedi le tue piattaforme',

  'live.approved.subject': '{name} può passare alla modalità reale',
  'live.approved.text': 'L’account {name} è stato approvato. Ora puoi incassare denaro reale.',
  'live.approved.next': 'Per iniziare, accedi, passa alla modalità reale e crea le chiavi reali.',
  'live.refused.subject': 'Modalità reale non approvata per {name}',
  'live.refused.text': 'La tua richiesta di incassare denaro reale con {name} non è stata approvata.',
  'live.refused.next':
    'Puoi continuare a usare la modalità di prova. Correggi i dati e invia di nuovo la richiesta dalla dashboard.',
  'live.suspended.subject': 'L’account {name} è sospeso',
  'live.suspended.text':
    'L’account {name} è stato sospeso. Puoi ancora accedere e vedere tutto, ma non si può modificare nulla e non vengono effettuati accrediti.',
  'live.resumed.subject': 'L’account {name} è di nuovo attivo',
  'live.resumed.text': 'La sospensione dell’account {name} è stata revocata. Tutto funziona come prima.',

  'unpayable.notApproved.subject': '{name} non può ancora incassare pagamenti reali',
  'unpayable.notApproved.text':
    'Un cliente ha aperto il pagamento {payment}. L’account non è ancora approvato per la modalità reale, quindi il cliente ha visto che il pagamento non può essere effettuato.',
  'unpayable.notApproved.next':
    'Richiedi la modalità reale nella dashboard. Fino ad allora, invia ai clienti solo pagamenti di prova.',
  'unpayable.suspended.subject': '{name} non può incassare pagamenti',
  'unpayable.suspended.text':
    'Un cliente ha aperto il pagamento {payment}. L’account è sospeso, quindi il cliente ha visto che il pagamento non può essere effettuato.',
  'unpayable.suspended.next': 'Contatta l’operatore di questo servizio per far revocare la sospensione.',
  'unpayable.noCards.subject': 'I clienti di {name} non possono pagare con carta',
  'unpayable.noCards.text':
    'Un cliente ha aperto il pagamento {payment}. Questo servizio non ha un gestore dei pagamenti in modalità reale, quindi il cliente poteva pagare solo con un portafoglio Sluice.',
  'unpayable.noCards.next': 'Chiedi all’operatore di questo servizio di collegare un gestore dei pagamenti.',
  'unpayable.once': 'Ricevi questa e-mail al massimo una volta al giorno per lo stesso motivo.',

  'transfer.part.subject': 'Bonifico parziale: ricevuti {arrived} su {amount}',
  'transfer.part.text':
    'Un cliente paga con bonifico bancario ed è arrivata solo una parte dell’importo. Viene conservata fino all’arrivo del resto: a quel punto il pagamento sarà completo e il denaro sarà tuo.',
  'transfer.part.missing': 'Ancora da ricevere',
  'transfer.refused.subject': 'Un bonifico di {amount} non può essere accettato',
  'transfer.refused.ended': 'Il pagamento non era più attivo: era scaduto o annullato.',
  'transfer.refused.received': 'Il pagamento era già stato effettuato con bonifico bancario.',
  'transfer.refused.paidOtherwise': 'Il pagamento era già stato effettuato in un altro modo.',
  'transfer.refused.tooMuch':
    'Il bonifico supera l’importo richiesto. Il pagamento è stato effettuato; questa è l’eccedenza.',
  'transfer.refused.otherCurrency': 'Il bonifico è in una valuta diversa da quella del pagamento.',
  'transfer.refused.waits':
    'Il denaro è in attesa presso l’operatore di questo servizio, che lo restituisce al cliente. Non devi fare nulla.',

  'webhook.paused.subject': 'Webhook verso {host} sospesi',
  'webhook.paused.text':
    'Da tre giorni nessun webhook di {name} raggiunge {host}. Non viene inviato altro finché non riattivi l’endpoint.',
  'webhook.disabled.subject': 'Webhook verso {host} disattivati',
  'webhook.disabled.text':
    '{host} ha risposto a un webhook di {name} con 410 Gone, quindi l’endpoint è stato disattivato. Non viene inviato altro.',
  'webhook.resume':
    'Gli eventi continuano a essere registrati. Dopo aver riattivato l’endpoint, puoi inviare di nuovo quelli che non ha ricevuto.',
  'webhook.link': 'Apri i webhook',

  'statement.subject': 'Il tuo rendiconto di {month} è pronto',
  'statement.text':
    'Il rendiconto di {name} per {month} elenca tutti i movimenti. Puoi stamparlo o scaricarlo in formato CSV.',
  'statement.link': 'Apri il rendiconto',

  'view.subject': '{view}: {period}',
  'view.text':
    'I dati di “{view}” per {name}, {period}, sono disponibili. Puoi consultarli ed esportarli in formato CSV.',
  'view.link': 'Apri i dati',

  'account.confirm.subject': 'Conferma il tuo indirizzo e-mail',
  'account.confirm.text':
    'Con questo indirizzo è stata richiesta la creazione di un account. Se sei stato tu, conferma l’indirizzo per aprire l’account.',
  'account.confirm.link': 'Conferma questo indirizzo',
  'account.confirm.after':
    'Il link è valido per 24 ore e chiede la password che hai scelto. Se non hai richiesto nulla, puoi ignorare questa e-mail: senza il link non viene creato alcun account.',

  'account.exists.subject': 'Hai già un account',
  'account.exists.text':
    'Qualcuno, probabilmente tu, ha provato a registrarsi con questo indirizzo. L’indirizzo ha già un account, quindi non è cambiato nulla. Accedi oppure, se hai dimenticato la password, scegline una nuova.',
  'account.exists.link': 'Accedi',
  'account.exists.after': 'Se non eri tu, puoi ignorare questa e-mail.',

  'account.reset.subject': 'Scegli una nuova password',
  'account.reset.text': 'Qualcuno, probabilmente tu, ha richiesto una nuova password per questo indirizzo.',
  'account.reset.link': 'Scegli una nuova password',
  'account.reset.after':
    'Il link funziona una sola volta, per un’ora. Se non eri tu, puoi ignorare questa e-mail: la tua password resta quella di prima.',

  'account.opened.subject': 'Scegli la tua password',
  'account.opened.text': 'L’operatore di {host} ha aperto un account per questo indirizzo.',
  'account.opened.link': 'Scegli una password',
  'account.opened.after':
    'Il link funziona una sola volta, per {hours, plural, one {# ora} other {# ore}}. Senza una password nessuno può accedere all’account.',

  'account.unlock.subject': 'Sblocca l’accesso dopo troppi tentativi',
  'account.unlock.text':
    'Dopo troppi tentativi non riusciti, qualcuno, probabilmente tu, ha chiesto di accedere con questo indirizzo. Il link sblocca l’accesso nel browser in cui viene aperto.',
  'account.unlock.link': 'Sblocca l’accesso',
  'account.unlock.after':
    'Il link funziona una sola volta, per 15 minuti. Servono comunque la tua password e, se lo usi, il codice. Se non eri tu, puoi ignorare questa e-mail.',

  'account.notYou': 'Se non sei stato tu, qualcun altro potrebbe conoscere la tua password: scegline subito una nuova.',

  'account.passwordChanged.subject': 'La tua password è stata cambiata',
  'account.passwordChanged.text': 'La tua password è stata cambiata e le altre sessioni sono state chiuse.',

  'account.twoStepOn.subject': 'La verifica in due passaggi è attiva',
  'account.twoStepOn.text':
    'D’ora in poi, per accedere serve, dopo la password, un codice della tua app di autenticazione. Le altre sessioni sono state chiuse.',
  'account.twoStepOn.wait':
    'Per le prossime 24 ore non si può usare per le azioni che richiedono un codice, come richiedere accrediti o creare chiavi. Tutto il resto funziona come prima.',

  'account.twoStepOff.subject': 'La verifica in due passaggi non è più attiva',
  'account.twoStepOff.text': 'D’ora in poi, per accedere basta la tua password.',

  'account.recoveryUsed.subject': 'È stato usato un codice di recupero',
  'account.recoveryUsed.text':
    'Uno dei tuoi codici di recupero è stato usato al posto dell’app di autenticazione. Quel codice non funziona più.',

  'account.codesGuessed.subject': 'Qualcuno sta cercando di indovinare i tuoi codici di accesso',
  'account.codesGuessed.text':
    'Qualcuno ha inserito la tua password e poi diversi codici errati, da un browser che non hai mai usato. Non è riuscito ad accedere.',

  'account.passkeyAdded.subject': 'È stata aggiunta una passkey',
  'account.passkeyAdded.text':
    'Al tuo account è stata aggiunta una passkey, con cui si accede senza password e senza codice. Puoi rimuoverla nel tuo profilo.',
  'account.passkeyAdded.wait':
    'Per le prossime 24 ore non si può usare per le azioni che richiedono un codice, come richiedere accrediti o creare chiavi.',

  'account.passkeyRemoved.subject': 'È stata rimossa una passkey',
  'account.passkeyRemoved.text':
    'Una passkey è stata rimossa dal tuo account e non si può più usare per accedere. Le altre sessioni sono state chiuse.',

  'account.recoveryRenewed.subject': 'Nuovi codici di recupero',
  'account.recoveryRenewed.text': 'Sono stati creati nuovi codici di recupero. Quelli precedenti non funzionano più.',

  'account.twoStepResetSoon.subject': 'La tua verifica in due passaggi verrà reimpostata',
  'account.twoStepResetSoon.text':
    'L’operatore di questo servizio reimposterà la tua verifica in due passaggi ({day}, ore {clock} UTC), perché è stata segnalata la perdita della tua app di autenticazione. Da quel momento basterà la tua password, finché non la configuri di nuovo.',
  'account.twoStepResetSoon.stop':
    'Se non l’hai chiesto tu, accedi prima di allora con la tua app di autenticazione o un codice di recupero: così la reimpostazione viene annullata. Poi cambia la password.',

  'account.twoStepReset.subject': 'La tua verifica in due passaggi è stata reimpostata',
  'account.twoStepReset.text':
    'La tua app di autenticazione e i codici di recupero non funzionano più e tutte le sessioni sono state chiuse. Accedi con la tua password e configura di nuovo la verifica in due passaggi.',
  'account.twoStepReset.notYou':
    'Se non l’hai chiesto tu, cambia subito la password e avvisa l’operatore di questo servizio.',

  'account.deleted.subject': 'Il tuo account è stato eliminato',
  'account.deleted.byYou':
    'Come hai chiesto, il tuo account è stato eliminato, insieme al tuo nome, al tuo indirizzo e-mail e a tutto ciò che usavi per accedere.',
  'account.deleted.byOperator':
    'L’operatore di questo servizio ha eliminato il tuo account, insieme al tuo nome, al tuo indirizzo e-mail e a tutto ciò che usavi per accedere.',
  'account.deleted.kept':
    'Le registrazioni di pagamenti e accrediti vengono conservate senza il tuo nome, perché i conti devono quadrare e la legge lo richiede. Le coordinate bancarie usate per gli accrediti vengono conservate per il tempo richiesto dalla legge.',
  'account.deleted.last':
    'Questa è l’ultima e-mail a questo indirizzo. Puoi usarlo di nuovo in qualsiasi momento per creare un nuovo account.',

  'closing.closed.subject': 'L’account {name} è chiuso',
  'closing.closed.text':
    'L’account {name} è stato chiuso. Le chiavi API e i collegamenti sono terminati e l’account non può più ricevere denaro.',
  'closing.closed.year': 'Per un anno puoi ancora accedere, vedere tutto e scaricare i rendiconti.',
  'closing.closed.mistake': 'Se si tratta di un errore, l’operatore di questo servizio può riaprirlo.',

  'closing.reopened.subject': 'L’account {name} è di nuovo aperto',
  'closing.reopened.text': 'L’operatore di questo servizio ha riaperto l’account {name}.',
  'closing.reopened.restore':
    'Chiavi API, collegamenti, conti bancari ed endpoint webhook non sono stati ripristinati. Configura quelli che ti servono.',

  'members.invitation.subject': 'Invito a entrare in un team',
  'members.invitation.text':
    'Hai ricevuto un invito a entrare {kind, select, service {nel team dell’operatore del servizio} other {in “{team}”}} su {host} con il ruolo {role, select, owner {Proprietario} finance {Finanza} developer {Sviluppatore} administrator {Amministratore} support {Assistenza} other {Sola lettura}}.',
  'members.invitation.operators':
    'Agli operatori serve la verifica in due passaggi: tieni pronta un’app di autenticazione.',
  'members.invitation.link': 'Vedi l’invito',
  'members.invitation.after':
    'Il link è valido per {days, plural, one {# giorno} other {# giorni}}, una sola volta e solo per chi accede con questo indirizzo. Se non hai ancora un account, puoi crearne uno.',
  'members.invitation.ignore': 'Se non aspettavi questo invito, puoi ignorare questa e-mail.',

  'members.joined.subject': 'C’è un nuovo membro nel team',
  'members.joined.text':
    '“{member}” ora fa parte {kind, select, service {del team dell’operatore del servizio} other {di “{team}”}} con il ruolo {role, select, owner {Proprietario} finance {Finanza} developer {Sviluppatore} administrator {Amministratore} support {Assistenza} other {Sola lettura}}.',
  'members.joined.unexpected':
    'Se non te lo aspettavi, rimuovi questo membro nella pagina Membri e cambia la tua password.',

  'members.roleChanged.subject': 'Il tuo ruolo è cambiato',
  'members.roleChanged.text':
    'Ora il tuo ruolo {kind, select, service {nel team dell’operatore del servizio} other {in “{team}”}} è {role, select, owner {Proprietario} finance {Finanza} developer {Sviluppatore} administrator {Amministratore} support {Assistenza} other {Sola lettura}}.',

  'singleSignOn.changed.subject': 'L’accesso unico è stato modificato',
  'singleSignOn.changed.text':
    'I membri di {team} possono ora accedere tramite {issuer}. Chi gestisce questo servizio può accedere a questo account come uno qualsiasi dei membri.',
  'singleSignOn.removed.text':
    'L’accesso unico è stato rimosso da {team}. Chi aveva effettuato l’accesso in questo modo è stato disconnesso.',
  'singleSignOn.unexpected':
    'Se non te lo aspettavi, apri «Accesso unico» nelle impostazioni dell’account e controlla i membri.',
  'members.removed.subject': 'Non fai più parte di un team',
  'members.removed.text':
    'Non fai più parte {kind, select, service {del team dell’operatore del servizio} other {di “{team}”}}. Il tuo account personale resta invariato.',
  'members.removed.mistake': 'Se pensi che sia un errore, chiedi a un proprietario di invitarti di nuovo.',

  'members.left.subject': 'Un membro ha lasciato il team',
  'members.left.text':
    '“{member}” ha lasciato {kind, select, service {il team dell’operatore del servizio} other {“{team}”}} e non ha più accesso.',
  'members.left.deleted':
    'Un membro che ha eliminato il proprio account ha lasciato {kind, select, service {il team dell’operatore del servizio} other {“{team}”}} e non ha più accesso.',

  'payout.approved.subject': 'Il tuo accredito di {amount} è approvato',
  'payout.approved.text': 'Il tuo accredito di {amount} è approvato e sarà presto inviato alla tua banca.',
  'payout.sent.subject': 'Il tuo accredito di {amount} è in arrivo',
  'payout.sent.text':
    '{net} sono stati inviati al tuo conto bancario. Di solito arrivano entro due giorni lavorativi bancari.',
  'payout.completed.subject': 'Il tuo accredito di {amount} è stato pagato',
  'payout.completed.text': '{net} sono stati accreditati sul tuo conto bancario.',
  'payout.rejected.subject': 'Il tuo accredito di {amount} è stato respinto',
  'payout.rejected.text': 'Il tuo accredito di {amount} è stato respinto prima dell’invio alla banca.',
  'payout.failed.subject': 'Il tuo accredito di {amount} è stato restituito',
  'payout.failed.text': 'La banca non ha eseguito l’accredito di {amount} oppure lo ha restituito.',
  'payout.backAgain':
    'L’intero importo, commissione compresa, è di nuovo nel tuo saldo. Da questo viene prima detratto quanto eventualmente devi.',
  'payout.checkAccount': 'Controlla il conto bancario registrato prima di richiedere un altro accredito.',
  'payout.inTestMode': 'In modalità di prova: {text}',
  'payout.id': 'Accredito',
  'payout.fee': 'Commissione',

  'schedule.changed.subject': 'Gli accrediti automatici sono stati modificati',
  'schedule.changed.text':
    'Gli accrediti automatici {account, select, earnings {dei tuoi guadagni} commission {della tua provvigione} clearing {della tua compensazione} other {del tuo portafoglio}} in {currency} sono stati modificati.',
  'schedule.off.subject': 'Gli accrediti automatici sono stati disattivati',
  'schedule.off.text':
    'Gli accrediti automatici {account, select, earnings {dei tuoi guadagni} commission {della tua provvigione} clearing {della tua compensazione} other {del tuo portafoglio}} in {currency} sono stati disattivati.',
  'schedule.payouts': 'Accrediti',
  'schedule.when': '{interval}, alle {time} ({timeZone})',
  'schedule.daily': 'Ogni giorno',
  'schedule.weekly':
    'Ogni {day, select, 1 {lunedì} 2 {martedì} 3 {mercoledì} 4 {giovedì} 5 {venerdì} 6 {sabato} other {domenica}}',
  'schedule.monthly': 'Ogni mese, giorno {day}',
  'schedule.monthlyLast': 'L’ultimo giorno di ogni mese',
  'schedule.minimum': 'Almeno',
  'schedule.kept': 'Da tenere sul conto',
  'schedule.refused.subject': 'Il tuo accredito automatico in {currency} non è stato effettuato',
  'schedule.refused.text':
    'Non è stato possibile effettuare l’accredito automatico {account, select, earnings {dei tuoi guadagni} commission {della tua provvigione} clearing {della tua compensazione} other {del tuo portafoglio}} in {currency}.',
  'schedule.refused.bankAccount': 'Il conto bancario non può essere usato.',
  'schedule.refused.amount': 'L’importo è inferiore all’accredito minimo o superiore al limite delle 24 ore.',
  'schedule.refused.account': 'L’account non è attivo.',
  'schedule.refused.funds': 'Il saldo è insufficiente.',
  'schedule.refused.after':
    'Il denaro è ancora nel tuo saldo. Il prossimo accredito verrà tentato nel giorno consueto.',

  'bankAccount.added.subject': 'È stato aggiunto un conto bancario',
  'bankAccount.added.text':
    'È stato aggiunto il conto bancario {account}. Per le prossime 48 ore non si possono approvare accrediti su questo conto.',
  'bankAccount.removed.subject': 'È stato rimosso un conto bancario',
  'bankAccount.removed.text':
    'È stato rimosso il conto bancario {account}. Non si possono più richiedere accrediti su questo conto.',

  'topUp.requested.subject': 'Invia {amount} per completare la ricarica',
  'topUp.requested.text':
    'Invia {amount} dalla tua banca al conto indicato sotto, riportando esattamente questo riferimento.',
  'topUp.requested.noDetails':
    'Abbiamo registrato la tua ricarica di {amount}. Non ci sono ancora coordinate bancarie per la valuta {currency}. Chiedi all’operatore di questo servizio dove inviare il denaro.',
  'topUp.requested.reference': 'Il riferimento ci permette di sapere che il denaro è tuo.',
  'topUp.requested.expires': 'Se il denaro non arriva in tempo, la ricarica scade. Termine: {day}.',
  'topUp.accountHolder': 'Intestatario del conto',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Banca',
  'topUp.otherDetails': 'Altri dati',

  'topUp.received.subject': 'Abbiamo ricevuto {amount}',
  'topUp.received.text': 'Il tuo bonifico di {amount} è arrivato ed è disponibile.',
  'topUp.received.other':
    'Hai richiesto una ricarica di {requested} e sono arrivati {amount}. L’importo arrivato è stato accreditato ed è disponibile.',

  'topUp.declined.subject': 'La tua ricarica di {amount} è stata rifiutata',
  'topUp.declined.text':
    'La tua ricarica di {amount} è stata rifiutata. Il denaro eventualmente già inviato verrà restituito al tuo conto bancario.',

  'topUp.expired.subject': 'La tua ricarica di {amount} è scaduta',
  'topUp.expired.text':
    'Il tuo bonifico di {amount} non è arrivato, quindi la ricarica è scaduta. Se hai inviato il denaro, all’arrivo verrà accreditato o restituito.',
  'topUp.expired.again': 'Per aggiungere denaro, avvia una nuova ricarica e usa il nuovo riferimento.',

  'topUp.returned.subject': 'Il tuo bonifico di {amount} ti viene restituito',
  'topUp.returned.text':
    'Il tuo bonifico di {amount} non è stato accreditato. Viene restituito al conto da cui proviene.',

  'topUp.reversed.subject': 'La tua ricarica di {amount} è stata stornata',
  'topUp.reversed.text': 'Abbiamo stornato la tua ricarica di {amount}.',
  'topUp.reversed.part': 'Abbiamo stornato {part} della tua ricarica di {amount}.',
  'topUp.reversed.debt':
    'Il tuo saldo ha coperto {covered}. Devi la parte restante, {owed}, che verrà detratta dal prossimo denaro che ricevi.',

  'cash.received.text':
    'Il tuo bonifico di {amount} per i contanti di {company} è arrivato. Ora hai in mano {handedOver} in meno.',
  'cash.received.above':
    'Avevi in mano meno di quanto hai inviato. La differenza di {above} è stata aggiunta ai tuoi guadagni.',
  'cash.reversed.subject': 'Il tuo bonifico di {amount} è stato stornato',
  'cash.reversed.text': 'Del tuo bonifico per i contanti di {company} sono stati stornati {amount}.',
  'cash.reversed.held': 'Di nuovo in mano',
  'cash.reversed.earnings': 'Detratto dai tuoi guadagni',
  'cash.reversed.owed': 'Devi',

  'cash.limit.subject': 'Versa i contanti a {company}',
  'cash.limit.amount': 'Hai in mano {held} in contanti di {company}: oltre il limite di {limit}.',
  'cash.limit.days':
    'Hai in mano {held} in contanti di {company} da più di {days, plural, one {# giorno} other {# giorni}}.',
  'cash.limit.both':
    'Hai in mano {held} in contanti di {company}: oltre il limite di {limit} e da più di {days, plural, one {# giorno} other {# giorni}}.',
  'cash.limit.next':
    'Versali e registra il versamento nella dashboard, alla pagina Guadagni. Fino ad allora potresti non ricevere altri ordini pagati in contanti.',

  'cash.confirm.subject': 'Confermi {amount} in contanti?',
  'cash.confirm.text':
    '{company} dichiara che hai versato {amount} in contanti. Conferma o rifiuta nella dashboard, alla pagina Guadagni.',
  'cash.declined.subject': '{amount} in contanti: versamento non confermato',
  'cash.declined.text':
    '{company} ha rifiutato il versamento di {amount} in contanti che avevi registrato. Li hai ancora in mano.',
  'cash.note': 'Nota',

  'debt.repaid.subject': 'Hai saldato {amount} del tuo debito',
  'debt.repaid.text': 'È stato registrato che hai saldato {amount} del tuo debito verso {creditor}.',
  'debt.repaid.service': 'È stato registrato che hai saldato {amount} del tuo debito verso questo servizio.',
  'debt.writtenOff.subject': 'Il tuo debito è stato ridotto di {amount}',
  'debt.writtenOff.text': '{creditor} ha rinunciato a {amount} del tuo debito.',
  'debt.writtenOff.service': 'Questo servizio ha rinunciato a {amount} del tuo debito.',
  'debt.nothingLeft': 'Non devi più nulla in questa valuta.',
  'debt.left': 'Devi ancora {left}.',

  'dispute.opened.subject': 'Un cliente ha contestato un pagamento di {amount}',
  'dispute.opened.text':
    'Finché la contestazione è aperta, la banca del cliente trattiene il denaro. L’importo è stato detratto dal tuo saldo.',
  'dispute.opened.soon': 'Invia presto le tue prove nella dashboard, alla pagina Contestazioni.',
  'dispute.opened.until':
    'Invia le tue prove nella dashboard, alla pagina Contestazioni. Termine: {day}, {clock} (UTC).',
  'dispute.won.subject': 'Hai vinto la contestazione di {amount}',
  'dispute.won.text': 'Il denaro è di nuovo nel tuo saldo.',
  'dispute.lost.subject': 'Hai perso la contestazione di {amount}',
  'dispute.lost.text': 'Il cliente tiene il denaro. Non effettuare anche un rimborso di questo pagamento.',
  'dispute.undone.subject': 'Il bonifico di {amount} non è stato ripreso',
  'dispute.undone.text':
    'Era stato detratto dal tuo saldo per errore. Il denaro è di nuovo disponibile; prima viene saldato il debito che ne era derivato.',
  'dispute.recalled.subject': 'La banca ha ripreso un bonifico di {amount}',
  'dispute.recalled.text':
    'Era servito per il pagamento indicato sotto. L’importo è stato detratto dal tuo saldo; ciò che il saldo non copriva è un debito.',
  'dispute.recalled.noRefund': 'Non effettuare anche un rimborso di questo pagamento.',
  'dispute.refused.subject': 'Prove non accettate per la contestazione di {amount}',
  'dispute.refused.text':
    'Il gestore dei pagamenti le ha rifiutate. Vedi il motivo nella dashboard, alla pagina Contestazioni, e inviale di nuovo in tempo.',
  'dispute.reminder.subject': 'Rispondi alla contestazione di {amount} (termine: {day})',
  'dispute.reminder.text':
    'Le prove si possono ancora inviare. Termine: {day}, {clock} (UTC). Finora non è stato inviato nulla. Senza prove il cliente tiene il denaro.',
  'dispute.reminder.where': 'Inviale nella dashboard, alla pagina Contestazioni.',
  'dispute.id': 'Contestazione',
  'dispute.reason':
    '{reason, select, credit_not_processed {rimborso non ricevuto} duplicate {addebitato due volte} fraudulent {frode} general {altro} product_not_received {non consegnato} product_unacceptable {non conforme alla descrizione} recalled {bonifico ripreso dalla banca} subscription_canceled {abbonamento disdetto} unrecognized {pagamento non riconosciuto} other {{other}}}',
};
