/** The payment page in Italian. */
import type { Strings } from './en.ts';

export const it: Strings = {
  testMode: 'Modalità di prova',
  testModeText: 'Nessun addebito reale.',
  paymentsBy: 'Pagamenti con Sluice',
  language: 'Lingua',
  contact: (shop) => `Contatta ${shop}`,
  terms: 'Termini e condizioni',

  payTo: 'Pagamento a',
  amount: 'Importo',
  order: (ref) => `Ordine ${ref}`,
  returnTo: (host) => `Dopo il pagamento tornerai su ${host}`,
  timeLeft: 'Tempo rimasto per pagare:',
  payTitle: (amount, shop) => `Paga ${amount} a ${shop}`,
  problemTitle: (title) => `Errore: ${title}`,
  methods: 'Metodo di pagamento',
  noCard: 'Il pagamento con carta non è disponibile qui. Puoi pagare con un portafoglio Sluice.',
  cancel: 'Annulla il pagamento',
  checkMarked: 'Il pagamento non è stato effettuato. Controlla i campi segnalati qui sotto.',

  card: 'Carta',
  cardNumber: 'Numero della carta',
  expiry: 'Data di scadenza',
  expiryExample: 'MM/AA',
  securityCode: 'Codice di sicurezza',
  securityCodeThree: '3 cifre sul retro della carta',
  securityCodeFour: '4 cifre sul fronte della carta',
  nameOnCard: 'Nome sulla carta',
  receiptEmail: 'E-mail per la ricevuta',
  receiptEmailHint: (shop) => `Anche ${shop} vedrà questo indirizzo.`,
  optional: 'facoltativo',
  pay: (amount) => `Paga ${amount}`,
  cardElsewhere: 'Inserirai i dati della carta sulla pagina del gestore dei pagamenti e poi tornerai qui.',
  continueWithCard: 'Continua con la carta',
  brandRecognized: (brand) => `Tipo di carta: ${brand}`,
  problems: {
    number_missing: 'Inserisci il numero della carta.',
    number_incomplete: 'Il numero della carta è incompleto.',
    number_wrong: 'Il numero della carta non è valido. Controlla le cifre.',
    number_not_a_test_card: 'Questa non è una carta di prova. Usa uno dei numeri qui sotto, mai una carta vera.',
    expiry_missing: 'Inserisci la data di scadenza, ad esempio 08/30.',
    expiry_wrong: 'Inserisci mese e anno, ad esempio 08/30.',
    expired: 'Questa carta è scaduta. Usa un’altra carta.',
    code_missing: 'Inserisci il codice di sicurezza.',
    code_wrong: 'Inserisci le 3 o 4 cifre del codice di sicurezza.',
    code_not_three: 'Il codice di sicurezza di questa carta ha 3 cifre.',
    code_not_four: 'Il codice di sicurezza di questa carta ha 4 cifre.',
    name_long: 'Inserisci al massimo 100 caratteri.',
    email_wrong: 'Inserisci un indirizzo e-mail completo, ad esempio nome@example.com.',
  },

  testCards: 'Carte di prova',
  testCardsText:
    'Usa una qualsiasi data di scadenza futura e un qualsiasi codice di sicurezza. Non inserire mai qui una carta vera.',
  moreTestCards: 'Altre carte di prova',
  otherBrands: 'Altri circuiti',
  testOutcomes: {
    succeeds: 'Accettata',
    declined: 'Rifiutata',
    insufficient_funds: 'Fondi insufficienti',
    needs_confirmation: 'Richiede una conferma',
    processing_error: 'Errore di elaborazione',
    completes_later: 'Accettata dopo 5 secondi',
    confirmation_fails: 'Rifiutata dopo la conferma',
    captured_late: 'Rifiutata, ma addebitata più tardi',
    dispute_lost: 'Contestazione persa',
    dispute_won: 'Contestazione vinta',
    dispute_lost_again: 'Contestazione vinta, poi persa',
    inquiry: 'Richiesta di chiarimenti della banca',
    refund_pending: 'Rimborso in 10 minuti',
    refund_fails_later: 'Rimborso fallito dopo 10 minuti',
    refund_refused: 'Rimborso rifiutato',
    unreachable: 'Gestore non raggiungibile',
    answer_lost: 'Accettata, risposta persa',
    capture_lost: 'Incassata, risposta persa',
  },

  onlineWallet: 'Altro portafoglio online',
  onlineWalletText: 'Confermerai il pagamento sulla pagina del tuo portafoglio e poi tornerai qui.',
  continueWithWallet: 'Continua sul tuo portafoglio',

  bankTransfer: 'Bonifico bancario',
  bankTransferText: (days) =>
    `Ricevi le coordinate bancarie e un codice per la tua app bancaria, e trasferisci il denaro dal tuo conto entro ${days}.`,
  showBankDetails: 'Mostra le coordinate bancarie',
  transferEmail: 'E-mail per gli aggiornamenti su questo pagamento',
  transferWaiting: 'In attesa del tuo bonifico',
  transferScan: 'Scansiona questo codice con la tua app bancaria oppure inserisci tu i dati.',
  transferEnter: 'Inserisci questi dati nella tua app bancaria.',
  transferCode: 'Codice QR per la tua app bancaria',
  accountHolder: 'Intestatario del conto',
  bank: 'Banca',
  otherDetails: 'Altri dati',
  transferReferenceText: 'Indica esattamente questo riferimento, così riconosciamo il tuo pagamento.',
  transferUntil: 'Deve arrivare entro il',
  transferNext: 'Lo vedrai qui quando arriva. Puoi chiudere questa pagina e riaprire il link.',
  transferNextMail: (email) => `Scriveremo a ${email} quando arriva. Puoi chiudere questa pagina e riaprire il link.`,
  transferArrived: 'Arrivato',
  transferMissing: 'Manca ancora',
  transferPartText: (arrived, missing) =>
    `Sono arrivati ${arrived}. Trasferisci i restanti ${missing} con lo stesso riferimento.`,
  copy: 'Copia',
  copied: 'Copiato',
  testTransfer: 'Bonifico di prova',
  testTransferText: 'Nessuna banca è coinvolta. Scegli che cosa arriva.',
  testArrivals: {
    exact: 'L’importo esatto',
    short: 'La metà',
    over: 'Il doppio',
    late: 'Tutto, ma troppo tardi',
  },

  wallet: 'Portafoglio Sluice',
  balance: 'Saldo',
  signInText: 'Accedi per vedere il tuo saldo e usarlo per pagare.',
  email: 'Indirizzo e-mail',
  password: 'Password',
  signIn: 'Accedi',
  signOut: 'Esci',
  noAccount: 'Non hai ancora un account?',
  signUp: 'Registrati',
  codeText: 'Inserisci il codice della tua app di autenticazione. Va bene anche un codice di recupero.',
  code: 'Codice',
  continue: 'Continua',
  otherAccount: 'Usa un altro account',
  noWallet:
    'A questo account non è associato alcun portafoglio. Esci e usa un altro account, oppure scegli un altro metodo di pagamento.',
  balanceTooSmall:
    'Il saldo non è sufficiente per questo pagamento. Ricarica il portafoglio in una nuova scheda, poi aggiorna questa pagina.',
  topUp: 'Ricarica il portafoglio',
  signInWrong: 'L’indirizzo e-mail o la password non sono corretti, oppure l’indirizzo non è ancora stato confermato.',
  signInFirst: 'Accedi per pagare con il tuo portafoglio.',
  tooManySignIns: (wait) => `Troppi tentativi di accesso. Riprova tra ${wait}.`,
  codeWrong: 'Il codice non è corretto o è già stato usato. Attendi il prossimo e riprova.',
  signInTooLong: 'L’accesso ha richiesto troppo tempo oppure troppi codici erano errati. Accedi di nuovo.',

  refusals: {
    declined:
      'La carta è stata rifiutata e non è stato addebitato nulla. Prova con un’altra carta o un altro metodo di pagamento.',
    insufficient_funds:
      'I fondi non sono sufficienti per questo pagamento e non è stato addebitato nulla. Prova con un altro metodo di pagamento.',
    processing_error:
      'Non è stato possibile elaborare il pagamento e non è stato addebitato nulla. Riprova o scegli un altro metodo di pagamento.',
    not_confirmed:
      'Il pagamento non è stato confermato e non è stato addebitato nulla. Riprova o scegli un altro metodo di pagamento.',
    abandoned: 'Il pagamento non è stato completato e non è stato addebitato nulla. Scegli un metodo di pagamento.',
    no_wallet:
      'A questo account non è associato alcun portafoglio. Usa un altro account o un altro metodo di pagamento.',
  },

  confirmTo: 'Conferma il tuo pagamento a',
  confirmTitle: 'Conferma il pagamento',
  confirmText:
    'In modalità reale, qui la conferma viene chiesta dalla tua banca o dal tuo portafoglio online. In modalità di prova li sostituisce questa pagina.',
  approve: 'Conferma',
  reject: 'Rifiuta',

  merchant: 'Esercente',
  reference: 'Riferimento',
  date: 'Data',
  paidWith: 'Pagato con',
  cardEnding: (brandOrCard, digits) => `${brandOrCard} che termina con ${digits}`,
  forWhat: 'Causale',
  goBackTo: (host) => `Torna su ${host}`,
  leadsBack: (host) => `Stai per tornare su ${host}.`,
  viewReceipt: 'Vedi la ricevuta',
  receipt: 'Ricevuta',
  print: 'Stampa',
  backToPayment: 'Torna al pagamento',
  continueToConfirm: 'Continua per confermare',
  tryAnotherWay: 'Paga in un altro modo',
  endings: {
    paid: { heading: 'Pagamento riuscito', text: 'Grazie. Il tuo pagamento è stato effettuato.' },
    authorized: {
      heading: 'Pagamento autorizzato',
      text: 'L’importo è bloccato. Il negozio lo incasserà più tardi o lo libererà.',
    },
    already_paid: {
      heading: 'Già pagato',
      text: 'Questo pagamento è già stato effettuato. Non c’è altro da pagare.',
    },
    refunded: {
      heading: 'Pagamento rimborsato',
      text: 'L’intero importo è stato rimborsato sul metodo di pagamento usato.',
    },
    you_cancelled: {
      heading: 'Pagamento annullato',
      text: 'Hai annullato questo pagamento. Non è stato addebitato nulla.',
    },
    cancelled: {
      heading: 'Pagamento annullato',
      text: 'Questo pagamento è stato annullato. Non è stato addebitato nulla.',
    },
    expired: {
      heading: 'Link di pagamento scaduto',
      text: 'Non è stato addebitato nulla. Per pagare, ricomincia dal negozio.',
    },
    processing: {
      heading: 'Pagamento in corso',
      text: 'Il tuo pagamento è in elaborazione. La pagina si aggiorna da sola: non devi fare nulla.',
    },
    needs_confirmation: {
      heading: 'Ancora un passaggio',
      text: 'Conferma questo pagamento o scegli un altro modo di pagare.',
    },
    in_progress_elsewhere: {
      heading: 'Pagamento in corso',
      text: 'Il pagamento è in corso in un altro browser. La pagina si aggiorna da sola.',
    },
    not_payable: {
      heading: 'Al momento questo pagamento non è possibile',
      text: 'Il negozio non può accettare pagamenti in questo momento ed è stato avvisato. Non è stato addebitato nulla. Riprova più tardi o contatta il negozio.',
    },
  },

  errors: {
    not_found: {
      heading: 'Link di pagamento non trovato',
      text: 'Controlla di aver copiato l’indirizzo per intero, oppure ricomincia dal negozio.',
    },
    method_not_allowed: {
      heading: 'Questa pagina non può essere aperta così',
      text: 'Apri il link di pagamento che ti ha dato il negozio.',
    },
    forbidden: {
      heading: 'Questa pagina non è più aggiornata',
      text: 'Non è stato addebitato nulla. Apri di nuovo il link di pagamento e riprova. Il browser deve accettare i cookie di questo sito.',
    },
    merchant_not_active: {
      heading: 'Al momento questo pagamento non è possibile',
      text: 'Il negozio non può accettare pagamenti in questo momento. Non è stato addebitato nulla. Riprova più tardi o contatta il negozio.',
    },
    rate_limited: { heading: 'Troppi tentativi', text: 'Attendi un minuto, poi riprova.' },
    unavailable: {
      heading: 'Servizio temporaneamente non disponibile',
      text: 'Attendi un momento, poi apri di nuovo il link di pagamento. L’addebito non avviene mai due volte.',
    },
    unreadable: {
      heading: 'Non è stato possibile leggere il modulo',
      text: 'Non è stato addebitato nulla. Apri di nuovo il link di pagamento e compila lì il modulo.',
    },
    unexpected: {
      heading: 'Si è verificato un errore',
      text: 'Apri di nuovo il link di pagamento per vedere se il pagamento è stato effettuato. L’addebito non avviene mai due volte.',
    },
  },

  mail: {
    receiptSubject: (shop) => `La tua ricevuta di ${shop}`,
    receiptText: (amount, shop) => `Hai pagato ${amount} a ${shop}.`,
    transferSubject: (shop) => `Il tuo bonifico a ${shop}`,
    transferText: (amount, shop) =>
      `Trasferisci ${amount} per completare il tuo pagamento a ${shop}. Ti avviseremo quando arriva.`,
    transferPartSubject: (shop) => `È arrivata una parte del tuo pagamento a ${shop}`,
    refundSubject: (shop) => `Il tuo rimborso da ${shop}`,
    refundText: (amount, shop) => `${shop} ti ha rimborsato ${amount}.`,
    refundWhenCard:
      'Il denaro torna sulla tua carta. Possono servire alcuni giorni prima che compaia sull’estratto conto.',
    refundWhenWallet: 'Il denaro è nel tuo portafoglio Sluice.',
    refundWhenOther: 'Il denaro torna sul metodo di pagamento usato. Possono servire alcuni giorni.',
    refundOf: 'Pagamento',
    test: 'Questa è una prova. Non c’è stato alcun addebito reale.',
    questions: (shop, contact) => `Domande su questo pagamento? Contatta ${shop}: ${contact}`,
    questionsWithout: (shop) => `Domande su questo pagamento? Contatta ${shop}.`,
  },
};
