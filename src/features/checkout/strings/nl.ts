/** The payment page in Dutch. */
import type { Strings } from './en.ts';

export const nl: Strings = {
  testMode: 'Testmodus',
  testModeText: 'Er wordt geen echt geld overgemaakt.',
  paymentsBy: 'Betalingen via Sluice',
  language: 'Taal',
  contact: (shop) => `Contact met ${shop}`,
  terms: 'Algemene voorwaarden',

  payTo: 'Betaling aan',
  amount: 'Bedrag',
  order: (ref) => `Bestelling ${ref}`,
  returnTo: (host) => `Na het betalen keert u terug naar ${host}`,
  timeLeft: 'Resterende tijd om te betalen:',
  payTitle: (amount, shop) => `${amount} betalen aan ${shop}`,
  problemTitle: (title) => `Fout: ${title}`,
  methods: 'Betaalmethode',
  noCard: 'Betalen met een kaart is hier niet mogelijk. U kunt betalen met een Sluice-wallet.',
  cancel: 'Betaling annuleren',
  checkMarked: 'De betaling is niet uitgevoerd. Controleer de gemarkeerde velden hieronder.',

  card: 'Kaart',
  cardNumber: 'Kaartnummer',
  expiry: 'Vervaldatum',
  expiryExample: 'MM/JJ',
  securityCode: 'Beveiligingscode',
  securityCodeThree: '3 cijfers op de achterkant van de kaart',
  securityCodeFour: '4 cijfers op de voorkant van de kaart',
  nameOnCard: 'Naam op de kaart',
  receiptEmail: 'E-mailadres voor uw betaalbewijs',
  receiptEmailHint: (shop) => `${shop} ziet dit adres ook.`,
  optional: 'optioneel',
  pay: (amount) => `${amount} betalen`,
  cardElsewhere: 'U vult uw kaartgegevens in op de pagina van de betaalverwerker en komt daarna hier terug.',
  continueWithCard: 'Doorgaan met kaart',
  brandRecognized: (brand) => `Type kaart: ${brand}`,
  problems: {
    number_missing: 'Vul het kaartnummer in.',
    number_incomplete: 'Dit kaartnummer is onvolledig.',
    number_wrong: 'Dit kaartnummer is ongeldig. Controleer de cijfers.',
    number_not_a_test_card: 'Dit is geen testkaart. Gebruik een van de nummers hieronder, nooit een echte kaart.',
    expiry_missing: 'Vul de vervaldatum in, bijvoorbeeld 08/30.',
    expiry_wrong: 'Vul de maand en het jaar in, bijvoorbeeld 08/30.',
    expired: 'Deze kaart is verlopen. Gebruik een andere kaart.',
    code_missing: 'Vul de beveiligingscode in.',
    code_wrong: 'Vul de 3 of 4 cijfers van de beveiligingscode in.',
    code_not_three: 'De beveiligingscode van deze kaart heeft 3 cijfers.',
    code_not_four: 'De beveiligingscode van deze kaart heeft 4 cijfers.',
    name_long: 'Vul maximaal 100 tekens in.',
    email_wrong: 'Vul een volledig e-mailadres in, bijvoorbeeld naam@example.com.',
  },

  testCards: 'Testkaarten',
  testCardsText:
    'Gebruik een willekeurige vervaldatum in de toekomst en een willekeurige beveiligingscode. Vul hier nooit een echte kaart in.',
  otherBrands: 'Andere kaartmerken',
  testOutcomes: {
    succeeds: 'Geaccepteerd',
    declined: 'Geweigerd',
    insufficient_funds: 'Onvoldoende saldo',
    needs_confirmation: 'Vraagt om bevestiging',
    processing_error: 'Verwerkingsfout',
    completes_later: 'Geaccepteerd na 5 seconden',
  },

  onlineWallet: 'Andere online wallet',
  onlineWalletText: 'U bevestigt de betaling op de pagina van uw wallet en komt daarna hier terug.',
  continueWithWallet: 'Doorgaan naar uw wallet',

  wallet: 'Sluice-wallet',
  balance: 'Saldo',
  signInText: 'Log in om uw saldo te zien en ermee te betalen.',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  signIn: 'Inloggen',
  signOut: 'Uitloggen',
  noAccount: 'Nog geen account?',
  signUp: 'Registreren',
  codeText: 'Vul de code uit uw authenticator-app in. Een herstelcode werkt ook.',
  code: 'Code',
  continue: 'Doorgaan',
  otherAccount: 'Ander account gebruiken',
  noWallet:
    'Bij dit account hoort geen wallet. Log uit en gebruik een ander account, of kies een andere betaalmethode.',
  balanceTooSmall:
    'Uw saldo is te laag voor deze betaling. Waardeer uw wallet op in een nieuw tabblad en vernieuw daarna deze pagina.',
  topUp: 'Wallet opwaarderen',
  signInWrong: 'Het e-mailadres of wachtwoord klopt niet, of het adres is nog niet bevestigd.',
  signInFirst: 'Log in om met uw wallet te betalen.',
  tooManySignIns: (wait) => `Te veel inlogpogingen. Probeer het over ${wait} opnieuw.`,
  codeWrong: 'Deze code is onjuist of al gebruikt. Wacht op de volgende en probeer het opnieuw.',
  signInTooLong: 'Het inloggen duurde te lang of er waren te veel onjuiste codes. Log opnieuw in.',

  refusals: {
    declined: 'Uw kaart is geweigerd en er is niets afgeschreven. Probeer een andere kaart of betaalmethode.',
    insufficient_funds:
      'Er is niet genoeg saldo voor deze betaling en er is niets afgeschreven. Probeer een andere betaalmethode.',
    processing_error:
      'De betaling kon niet worden verwerkt en er is niets afgeschreven. Probeer het opnieuw of kies een andere betaalmethode.',
    not_confirmed:
      'De betaling is niet bevestigd en er is niets afgeschreven. Probeer het opnieuw of kies een andere betaalmethode.',
    abandoned: 'De betaling is niet afgerond en er is niets afgeschreven. Kies een betaalmethode.',
    no_wallet: 'Bij dit account hoort geen wallet. Gebruik een ander account of een andere betaalmethode.',
  },

  confirmTo: 'Bevestig uw betaling aan',
  confirmTitle: 'Bevestig uw betaling',
  confirmText:
    'In de livemodus vraagt uw bank of online wallet hier om bevestiging. In de testmodus neemt deze pagina die plaats in.',
  approve: 'Bevestigen',
  reject: 'Weigeren',

  merchant: 'Verkoper',
  reference: 'Referentie',
  date: 'Datum',
  paidWith: 'Betaald met',
  cardEnding: (brandOrCard, digits) => `${brandOrCard} eindigend op ${digits}`,
  forWhat: 'Omschrijving',
  goBackTo: (host) => `Terug naar ${host}`,
  leadsBack: (host) => `U gaat terug naar ${host}.`,
  viewReceipt: 'Betaalbewijs bekijken',
  receipt: 'Betaalbewijs',
  print: 'Afdrukken',
  backToPayment: 'Terug naar de betaling',
  continueToConfirm: 'Doorgaan om te bevestigen',
  tryAnotherWay: 'Anders betalen',
  endings: {
    paid: { heading: 'Betaling geslaagd', text: 'Bedankt. Uw betaling is uitgevoerd.' },
    already_paid: { heading: 'Al betaald', text: 'Deze betaling is al uitgevoerd. U hoeft niets meer te betalen.' },
    refunded: {
      heading: 'Betaling terugbetaald',
      text: 'Het volledige bedrag is teruggestort via de gebruikte betaalmethode.',
    },
    you_cancelled: {
      heading: 'Betaling geannuleerd',
      text: 'U hebt deze betaling geannuleerd. Er is niets afgeschreven.',
    },
    cancelled: { heading: 'Betaling geannuleerd', text: 'Deze betaling is geannuleerd. Er is niets afgeschreven.' },
    expired: {
      heading: 'Betaallink verlopen',
      text: 'Er is niets afgeschreven. Begin opnieuw in de winkel om te betalen.',
    },
    processing: {
      heading: 'Betaling in behandeling',
      text: 'Uw betaling wordt verwerkt. Deze pagina wordt vanzelf bijgewerkt; u hoeft niets te doen.',
    },
    needs_confirmation: {
      heading: 'Nog één stap',
      text: 'Bevestig deze betaling of kies een andere manier om te betalen.',
    },
    in_progress_elsewhere: {
      heading: 'Betaling in behandeling',
      text: 'Deze betaling wordt in een andere browser uitgevoerd. Deze pagina wordt vanzelf bijgewerkt.',
    },
    not_payable: {
      heading: 'Deze betaling is nu niet mogelijk',
      text: 'De winkel kan op dit moment geen betalingen ontvangen en is op de hoogte gebracht. Er is niets afgeschreven. Probeer het later opnieuw of neem contact op met de winkel.',
    },
  },

  errors: {
    not_found: {
      heading: 'Betaallink niet gevonden',
      text: 'Controleer of u het volledige adres hebt gekopieerd, of begin opnieuw in de winkel.',
    },
    method_not_allowed: {
      heading: 'Deze pagina kan zo niet worden geopend',
      text: 'Open de betaallink die u van de winkel hebt gekregen.',
    },
    forbidden: {
      heading: 'Deze pagina is verouderd',
      text: 'Er is niets afgeschreven. Open de betaallink opnieuw en probeer het nog eens. Uw browser moet cookies van deze site accepteren.',
    },
    merchant_not_active: {
      heading: 'Deze betaling is nu niet mogelijk',
      text: 'De winkel kan op dit moment geen betalingen ontvangen. Er is niets afgeschreven. Probeer het later opnieuw of neem contact op met de winkel.',
    },
    rate_limited: { heading: 'Te veel pogingen', text: 'Wacht een minuut en probeer het dan opnieuw.' },
    unavailable: {
      heading: 'Dienst tijdelijk niet beschikbaar',
      text: 'Wacht even en open de betaallink opnieuw. Er wordt nooit dubbel afgeschreven.',
    },
    unreadable: {
      heading: 'Het formulier kon niet worden gelezen',
      text: 'Er is niets afgeschreven. Open de betaallink opnieuw en vul het formulier daar in.',
    },
    unexpected: {
      heading: 'Er is iets misgegaan',
      text: 'Open de betaallink opnieuw om te zien of de betaling is uitgevoerd. Er wordt nooit dubbel afgeschreven.',
    },
  },

  mail: {
    receiptSubject: (shop) => `Uw betaalbewijs van ${shop}`,
    receiptText: (amount, shop) => `U hebt ${amount} betaald aan ${shop}.`,
    refundSubject: (shop) => `Uw terugbetaling van ${shop}`,
    refundText: (amount, shop) => `${shop} heeft ${amount} aan u terugbetaald.`,
    refundWhenCard: 'Het geld gaat terug naar uw kaart. Het kan enkele dagen duren voordat u het op uw afschrift ziet.',
    refundWhenWallet: 'Het geld staat in uw Sluice-wallet.',
    refundWhenOther: 'Het geld gaat terug via de betaalmethode die u hebt gebruikt. Dat kan enkele dagen duren.',
    refundOf: 'Betaling',
    test: 'Dit is een test. Er is geen echt geld overgemaakt.',
    questions: (shop, contact) => `Vragen over deze betaling? Neem contact op met ${shop}: ${contact}`,
    questionsWithout: (shop) => `Vragen over deze betaling? Neem contact op met ${shop}.`,
  },
};
