/** The payment page in German. */
import type { Strings } from './en.ts';

export const de: Strings = {
  testMode: 'Testmodus',
  testModeText: 'Es wird kein echtes Geld bewegt.',
  paymentsBy: 'Zahlungen mit Sluice',
  openInWindow: 'In eigenem Fenster öffnen',
  language: 'Sprache',
  contact: (shop) => `${shop} kontaktieren`,
  terms: 'AGB',

  payTo: 'Zahlung an',
  amount: 'Betrag',
  order: (ref) => `Bestellung ${ref}`,
  returnTo: (host) => `Nach der Zahlung kehren Sie zu ${host} zurück`,
  timeLeft: 'Verbleibende Zeit:',
  payTitle: (amount, shop) => `${amount} an ${shop} zahlen`,
  problemTitle: (title) => `Fehler: ${title}`,
  methods: 'Zahlungsart',
  noCard: 'Kartenzahlung ist hier nicht möglich. Sie können mit einer Sluice-Wallet bezahlen.',
  cancel: 'Zahlung abbrechen',
  checkMarked: 'Die Zahlung wurde nicht ausgeführt. Bitte prüfen Sie die markierten Felder.',

  card: 'Karte',
  cardNumber: 'Kartennummer',
  expiry: 'Gültig bis',
  expiryExample: 'MM/JJ',
  securityCode: 'Prüfnummer',
  securityCodeThree: '3 Ziffern auf der Rückseite der Karte',
  securityCodeFour: '4 Ziffern auf der Vorderseite der Karte',
  nameOnCard: 'Name auf der Karte',
  receiptEmail: 'E-Mail-Adresse für Ihren Beleg',
  receiptEmailHint: (shop) => `${shop} sieht diese Adresse ebenfalls.`,
  optional: 'optional',
  pay: (amount) => `${amount} zahlen`,
  cardElsewhere:
    'Ihre Kartendaten geben Sie auf der Seite des Kartendienstleisters ein. Danach kehren Sie hierher zurück.',
  continueWithCard: 'Weiter mit Karte',
  brandRecognized: (brand) => `Kartentyp: ${brand}`,
  problems: {
    number_missing: 'Geben Sie die Kartennummer ein.',
    number_incomplete: 'Diese Kartennummer ist unvollständig.',
    number_wrong: 'Diese Kartennummer ist ungültig. Bitte prüfen Sie die Ziffern.',
    number_not_a_test_card: 'Das ist keine Testkarte. Verwenden Sie eine der Nummern unten, niemals eine echte Karte.',
    expiry_missing: 'Geben Sie das Ablaufdatum ein, zum Beispiel 08/30.',
    expiry_wrong: 'Geben Sie Monat und Jahr ein, zum Beispiel 08/30.',
    expired: 'Diese Karte ist abgelaufen. Verwenden Sie eine andere Karte.',
    code_missing: 'Geben Sie die Prüfnummer ein.',
    code_wrong: 'Geben Sie die 3 oder 4 Ziffern der Prüfnummer ein.',
    code_not_three: 'Die Prüfnummer dieser Karte hat 3 Ziffern.',
    code_not_four: 'Die Prüfnummer dieser Karte hat 4 Ziffern.',
    name_long: 'Geben Sie höchstens 100 Zeichen ein.',
    email_wrong: 'Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel name@example.com.',
  },

  testCards: 'Testkarten',
  testCardsText:
    'Verwenden Sie ein beliebiges Ablaufdatum in der Zukunft und eine beliebige Prüfnummer. Geben Sie hier niemals eine echte Karte ein.',
  moreTestCards: 'Weitere Testkarten',
  otherBrands: 'Weitere Kartenmarken',
  testOutcomes: {
    succeeds: 'Erfolgreich',
    declined: 'Abgelehnt',
    insufficient_funds: 'Nicht gedeckt',
    needs_confirmation: 'Verlangt eine Bestätigung',
    processing_error: 'Verarbeitungsfehler',
    completes_later: 'Erfolgreich nach 5 Sekunden',
    confirmation_fails: 'Nach der Bestätigung abgelehnt',
    captured_late: 'Abgelehnt, später doch belastet',
    dispute_lost: 'Rückbuchung, verloren',
    dispute_won: 'Rückbuchung, gewonnen',
    dispute_lost_again: 'Rückbuchung, gewonnen, dann verloren',
    inquiry: 'Rückfrage der Bank',
    refund_pending: 'Erstattung dauert 10 Minuten',
    refund_fails_later: 'Erstattung scheitert nach 10 Minuten',
    refund_refused: 'Erstattung abgelehnt',
    unreachable: 'Zahlungsdienst nicht erreichbar',
    answer_lost: 'Erfolgreich, Antwort geht verloren',
    capture_lost: 'Eingezogen, Antwort geht verloren',
  },

  onlineWallet: 'Andere Online-Wallet',
  onlineWalletText: 'Sie bestätigen die Zahlung auf der Seite Ihrer Wallet und kehren danach hierher zurück.',
  continueWithWallet: 'Weiter zu Ihrer Wallet',

  bankTransfer: 'Überweisung',
  bankTransferText: (days) =>
    `Sie erhalten die Bankverbindung und einen Code für Ihre Banking-App und überweisen das Geld innerhalb von ${days} von Ihrem eigenen Konto.`,
  showBankDetails: 'Bankverbindung anzeigen',
  transferEmail: 'E-Mail-Adresse für Nachrichten zu dieser Zahlung',
  transferWaiting: 'Wir warten auf Ihre Überweisung',
  transferScan: 'Scannen Sie diesen Code mit Ihrer Banking-App oder geben Sie die Daten selbst ein.',
  transferEnter: 'Geben Sie diese Daten in Ihrer Banking-App ein.',
  transferCode: 'QR-Code für Ihre Banking-App',
  accountHolder: 'Kontoinhaber',
  bank: 'Bank',
  otherDetails: 'Weitere Angaben',
  transferReferenceText: 'Geben Sie genau diese Referenz an, damit wir Ihre Zahlung erkennen.',
  transferUntil: 'Eingang bis',
  transferNext:
    'Wir zeigen hier an, wenn das Geld eingegangen ist. Sie können diese Seite schließen und den Link wieder öffnen.',
  transferNextMail: (email) =>
    `Wir schreiben an ${email}, sobald das Geld eingegangen ist. Sie können diese Seite schließen und den Link wieder öffnen.`,
  transferArrived: 'Eingegangen',
  transferMissing: 'Es fehlen noch',
  transferPartText: (arrived, missing) =>
    `${arrived} sind eingegangen. Überweisen Sie die restlichen ${missing} mit derselben Referenz.`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  testTransfer: 'Testüberweisung',
  testTransferText: 'Keine Bank ist beteiligt. Wählen Sie, was eingeht.',
  testArrivals: {
    exact: 'Der genaue Betrag',
    short: 'Die Hälfte',
    over: 'Das Doppelte',
    late: 'Alles, aber zu spät',
  },

  wallet: 'Sluice-Wallet',
  balance: 'Guthaben',
  walletInWindow: 'In Ihrem Wallet melden Sie sich in einem eigenen Fenster an.',
  signInText: 'Melden Sie sich an, um Ihr Guthaben zu sehen und damit zu bezahlen.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  noAccount: 'Noch kein Konto?',
  signUp: 'Registrieren',
  codeText: 'Geben Sie den Code aus Ihrer Authenticator-App ein. Ein Wiederherstellungscode funktioniert auch.',
  code: 'Code',
  continue: 'Weiter',
  otherAccount: 'Anderes Konto verwenden',
  noWallet:
    'Zu diesem Konto gehört keine Wallet. Melden Sie sich ab und verwenden Sie ein anderes Konto oder eine andere Zahlungsart.',
  balanceTooSmall:
    'Ihr Guthaben reicht für diese Zahlung nicht aus. Laden Sie Ihre Wallet in einem neuen Tab auf und laden Sie diese Seite danach neu.',
  topUp: 'Wallet aufladen',
  signInWrong: 'E-Mail-Adresse oder Passwort ist falsch, oder die Adresse ist noch nicht bestätigt.',
  signInFirst: 'Melden Sie sich an, um mit Ihrer Wallet zu bezahlen.',
  tooManySignIns: (wait) => `Zu viele Anmeldeversuche. Versuchen Sie es in ${wait} erneut.`,
  codeWrong:
    'Dieser Code ist falsch oder wurde bereits verwendet. Warten Sie auf den nächsten und versuchen Sie es erneut.',
  signInTooLong: 'Die Anmeldung hat zu lange gedauert, oder es gab zu viele falsche Codes. Melden Sie sich erneut an.',

  refusals: {
    declined:
      'Ihre Karte wurde abgelehnt; es wurde nichts abgebucht. Versuchen Sie es mit einer anderen Karte oder Zahlungsart.',
    insufficient_funds:
      'Das Guthaben reicht nicht aus; es wurde nichts abgebucht. Versuchen Sie es mit einer anderen Zahlungsart.',
    processing_error:
      'Die Zahlung konnte nicht verarbeitet werden; es wurde nichts abgebucht. Versuchen Sie es erneut oder wählen Sie eine andere Zahlungsart.',
    not_confirmed:
      'Die Zahlung wurde nicht bestätigt; es wurde nichts abgebucht. Versuchen Sie es erneut oder wählen Sie eine andere Zahlungsart.',
    abandoned: 'Die Zahlung wurde nicht abgeschlossen; es wurde nichts abgebucht. Wählen Sie eine Zahlungsart.',
    no_wallet: 'Zu diesem Konto gehört keine Wallet. Verwenden Sie ein anderes Konto oder eine andere Zahlungsart.',
  },

  confirmTo: 'Bestätigen Sie Ihre Zahlung an',
  confirmTitle: 'Zahlung bestätigen',
  confirmText:
    'Im Livemodus fragt hier Ihre Bank oder Online-Wallet nach. Im Testmodus steht diese Seite an ihrer Stelle.',
  approve: 'Bestätigen',
  reject: 'Ablehnen',

  merchant: 'Händler',
  reference: 'Referenz',
  date: 'Datum',
  paidWith: 'Bezahlt mit',
  cardEnding: (brandOrCard, digits) => `${brandOrCard} mit Endziffern ${digits}`,
  forWhat: 'Verwendungszweck',
  goBackTo: (host) => `Zurück zu ${host}`,
  leadsBack: (host) => `Sie werden zu ${host} zurückgeleitet.`,
  viewReceipt: 'Beleg anzeigen',
  receipt: 'Beleg',
  print: 'Drucken',
  backToPayment: 'Zurück zur Zahlung',
  continueToConfirm: 'Weiter zur Bestätigung',
  tryAnotherWay: 'Andere Zahlungsart wählen',
  endings: {
    paid: { heading: 'Zahlung erfolgreich', text: 'Vielen Dank. Ihre Zahlung ist erfolgt.' },
    authorized: {
      heading: 'Zahlung autorisiert',
      text: 'Der Betrag ist reserviert. Der Shop zieht ihn später ein oder gibt ihn frei.',
    },
    already_paid: {
      heading: 'Bereits bezahlt',
      text: 'Diese Zahlung ist bereits erfolgt. Es ist nichts mehr zu zahlen.',
    },
    refunded: {
      heading: 'Zahlung erstattet',
      text: 'Der gesamte Betrag wurde auf demselben Weg erstattet, auf dem er bezahlt wurde.',
    },
    you_cancelled: {
      heading: 'Zahlung abgebrochen',
      text: 'Sie haben diese Zahlung abgebrochen. Es wurde nichts abgebucht.',
    },
    cancelled: { heading: 'Zahlung abgebrochen', text: 'Diese Zahlung wurde abgebrochen. Es wurde nichts abgebucht.' },
    expired: {
      heading: 'Zahlungslink abgelaufen',
      text: 'Es wurde nichts abgebucht. Um zu bezahlen, beginnen Sie bitte im Shop von vorn.',
    },
    processing: {
      heading: 'Zahlung wird verarbeitet',
      text: 'Diese Seite aktualisiert sich von selbst; Sie müssen nichts weiter tun.',
    },
    needs_confirmation: {
      heading: 'Noch ein Schritt',
      text: 'Bestätigen Sie diese Zahlung oder wählen Sie eine andere Zahlungsart.',
    },
    in_progress_elsewhere: {
      heading: 'Zahlung wird verarbeitet',
      text: 'Diese Zahlung wird gerade in einem anderen Browser ausgeführt. Diese Seite aktualisiert sich von selbst.',
    },
    not_payable: {
      heading: 'Diese Zahlung ist derzeit nicht möglich',
      text: 'Der Händler kann momentan keine Zahlungen annehmen und wurde benachrichtigt. Es wurde nichts abgebucht. Versuchen Sie es später erneut oder kontaktieren Sie den Händler.',
    },
  },

  errors: {
    not_found: {
      heading: 'Zahlungslink nicht gefunden',
      text: 'Prüfen Sie, ob Sie die ganze Adresse kopiert haben, oder beginnen Sie im Shop von vorn.',
    },
    method_not_allowed: {
      heading: 'Diese Seite lässt sich so nicht öffnen',
      text: 'Öffnen Sie den Zahlungslink, den Sie vom Shop erhalten haben.',
    },
    forbidden: {
      heading: 'Diese Seite ist nicht mehr aktuell',
      text: 'Es wurde nichts abgebucht. Öffnen Sie den Zahlungslink erneut und versuchen Sie es noch einmal. Ihr Browser muss Cookies dieser Website akzeptieren.',
    },
    merchant_not_active: {
      heading: 'Diese Zahlung ist derzeit nicht möglich',
      text: 'Der Händler kann momentan keine Zahlungen annehmen. Es wurde nichts abgebucht. Versuchen Sie es später erneut oder kontaktieren Sie den Händler.',
    },
    rate_limited: { heading: 'Zu viele Versuche', text: 'Warten Sie eine Minute und versuchen Sie es dann erneut.' },
    unavailable: {
      heading: 'Dienst vorübergehend nicht verfügbar',
      text: 'Warten Sie einen Moment und öffnen Sie den Zahlungslink dann erneut. Es wird nie doppelt abgebucht.',
    },
    unreadable: {
      heading: 'Das Formular konnte nicht gelesen werden',
      text: 'Es wurde nichts abgebucht. Öffnen Sie den Zahlungslink erneut und füllen Sie das Formular dort aus.',
    },
    unexpected: {
      heading: 'Etwas ist schiefgelaufen',
      text: 'Öffnen Sie den Zahlungslink erneut, um zu sehen, ob die Zahlung erfolgt ist. Es wird nie doppelt abgebucht.',
    },
  },

  mail: {
    receiptSubject: (shop) => `Ihr Beleg von ${shop}`,
    receiptText: (amount, shop) => `Sie haben ${amount} an ${shop} gezahlt.`,
    transferSubject: (shop) => `Ihre Überweisung an ${shop}`,
    transferText: (amount, shop) =>
      `Überweisen Sie ${amount}, um Ihre Zahlung an ${shop} abzuschließen. Wir melden uns, wenn das Geld eingegangen ist.`,
    transferPartSubject: (shop) => `Ein Teil Ihrer Zahlung an ${shop} ist eingegangen`,
    transferLateSubject: (shop) => `Ihre Überweisung an ${shop} kam zu spät`,
    transferLateText: (amount, shop) =>
      `${amount} sind eingegangen, als Ihre Zahlung an ${shop} schon beendet war. Das Geld geht auf das Konto zurück, von dem es kam.`,
    transferBackSubject: (shop) => `Ihre Überweisung an ${shop} geht zurück`,
    transferBackText: (amount, shop) => `${amount} aus Ihrer Überweisung an ${shop} werden an Sie zurücküberwiesen.`,
    transferBackReason: 'Grund',
    refundSubject: (shop) => `Ihre Erstattung von ${shop}`,
    refundText: (amount, shop) => `${shop} hat Ihnen ${amount} erstattet.`,
    refundWhenCard:
      'Das Geld geht auf Ihre Karte zurück. Es kann einige Tage dauern, bis es auf Ihrer Abrechnung erscheint.',
    refundWhenWallet: 'Das Geld ist in Ihrer Sluice-Wallet.',
    refundWhenOther: 'Das Geld geht auf demselben Weg zurück, auf dem Sie bezahlt haben. Das kann einige Tage dauern.',
    refundOf: 'Zahlung',
    test: 'Dies ist ein Test. Es wurde kein echtes Geld bewegt.',
    questions: (shop, contact) => `Fragen zu dieser Zahlung? Kontaktieren Sie ${shop}: ${contact}`,
    questionsWithout: (shop) => `Fragen zu dieser Zahlung? Kontaktieren Sie ${shop}.`,
  },
};
