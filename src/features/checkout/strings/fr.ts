/** The payment page in French, which addresses the reader as vous. */
import type { Strings } from './en.ts';

export const fr: Strings = {
  testMode: 'Mode test',
  testModeText: 'Aucun argent réel n’est débité.',
  paymentsBy: 'Paiements par Sluice',
  language: 'Langue',
  contact: (shop) => `Contacter ${shop}`,
  terms: 'Conditions générales',

  payTo: 'Paiement à',
  amount: 'Montant',
  order: (ref) => `Commande ${ref}`,
  returnTo: (host) => `Après le paiement, vous revenez sur ${host}`,
  timeLeft: 'Temps restant pour payer :',
  payTitle: (amount, shop) => `Payer ${amount} à ${shop}`,
  problemTitle: (title) => `Erreur : ${title}`,
  methods: 'Moyen de paiement',
  noCard: 'Le paiement par carte n’est pas disponible ici. Vous pouvez payer avec un portefeuille Sluice.',
  cancel: 'Annuler le paiement',
  checkMarked: 'Le paiement n’a pas été effectué. Vérifiez les champs signalés ci-dessous.',

  card: 'Carte',
  cardNumber: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryExample: 'MM/AA',
  securityCode: 'Cryptogramme',
  securityCodeThree: '3 chiffres au dos de la carte',
  securityCodeFour: '4 chiffres au recto de la carte',
  nameOnCard: 'Nom du titulaire',
  receiptEmail: 'Adresse e-mail pour le reçu',
  receiptEmailHint: (shop) => `${shop} voit aussi cette adresse.`,
  optional: 'facultatif',
  pay: (amount) => `Payer ${amount}`,
  cardElsewhere:
    'Vous saisissez les données de votre carte sur la page du prestataire de paiement, puis vous revenez ici.',
  continueWithCard: 'Continuer par carte',
  brandRecognized: (brand) => `Type de carte : ${brand}`,
  problems: {
    number_missing: 'Saisissez le numéro de carte.',
    number_incomplete: 'Ce numéro de carte est incomplet.',
    number_wrong: 'Ce numéro de carte n’est pas valide. Vérifiez les chiffres.',
    number_not_a_test_card:
      'Ce n’est pas une carte de test. Utilisez l’un des numéros ci-dessous, jamais une vraie carte.',
    expiry_missing: 'Saisissez la date d’expiration, par exemple 08/30.',
    expiry_wrong: 'Saisissez le mois et l’année, par exemple 08/30.',
    expired: 'Cette carte a expiré. Utilisez une autre carte.',
    code_missing: 'Saisissez le cryptogramme.',
    code_wrong: 'Saisissez les 3 ou 4 chiffres du cryptogramme.',
    code_not_three: 'Le cryptogramme de cette carte comporte 3 chiffres.',
    code_not_four: 'Le cryptogramme de cette carte comporte 4 chiffres.',
    name_long: 'Saisissez 100 caractères au maximum.',
    email_wrong: 'Saisissez une adresse e-mail complète, par exemple nom@example.com.',
  },

  testCards: 'Cartes de test',
  testCardsText:
    'Utilisez n’importe quelle date d’expiration future et n’importe quel cryptogramme. Ne saisissez jamais une vraie carte ici.',
  moreTestCards: 'Autres cartes de test',
  otherBrands: 'Autres types de carte',
  testOutcomes: {
    succeeds: 'Acceptée',
    declined: 'Refusée',
    insufficient_funds: 'Solde insuffisant',
    needs_confirmation: 'Demande une confirmation',
    processing_error: 'Erreur de traitement',
    completes_later: 'Acceptée après 5 secondes',
    confirmation_fails: 'Refusée après la confirmation',
    captured_late: 'Refusée, mais débitée plus tard',
    dispute_lost: 'Litige perdu',
    dispute_won: 'Litige gagné',
    dispute_lost_again: 'Litige gagné, puis perdu',
    inquiry: 'Demande d’information de la banque',
    refund_pending: 'Remboursement en 10 minutes',
    refund_fails_later: 'Remboursement échoué après 10 minutes',
    refund_refused: 'Remboursement refusé',
    unreachable: 'Prestataire injoignable',
    answer_lost: 'Acceptée, réponse perdue',
    capture_lost: 'Encaissée, réponse perdue',
  },

  onlineWallet: 'Autre portefeuille en ligne',
  onlineWalletText: 'Vous confirmez le paiement sur la page de votre portefeuille, puis vous revenez ici.',
  continueWithWallet: 'Continuer vers votre portefeuille',

  wallet: 'Portefeuille Sluice',
  balance: 'Solde',
  signInText: 'Connectez-vous pour voir votre solde et payer avec celui-ci.',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  noAccount: 'Pas encore de compte ?',
  signUp: 'Créer un compte',
  codeText: 'Saisissez le code de votre application d’authentification. Un code de récupération convient également.',
  code: 'Code',
  continue: 'Continuer',
  otherAccount: 'Utiliser un autre compte',
  noWallet:
    'Aucun portefeuille n’est associé à ce compte. Déconnectez-vous et utilisez un autre compte, ou choisissez un autre moyen de paiement.',
  balanceTooSmall:
    'Votre solde est insuffisant pour ce paiement. Rechargez votre portefeuille dans un nouvel onglet, puis actualisez cette page.',
  topUp: 'Recharger le portefeuille',
  signInWrong: 'L’adresse e-mail ou le mot de passe est incorrect, ou l’adresse n’est pas encore confirmée.',
  signInFirst: 'Connectez-vous pour payer avec votre portefeuille.',
  tooManySignIns: (wait) => `Trop de tentatives de connexion. Réessayez dans ${wait}.`,
  codeWrong: 'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant et réessayez.',
  signInTooLong: 'La connexion a pris trop de temps ou trop de codes étaient incorrects. Connectez-vous à nouveau.',

  refusals: {
    declined:
      'Votre carte a été refusée et rien n’a été débité. Essayez une autre carte ou un autre moyen de paiement.',
    insufficient_funds:
      'Le solde est insuffisant pour ce paiement et rien n’a été débité. Essayez un autre moyen de paiement.',
    processing_error:
      'Le paiement n’a pas pu être traité et rien n’a été débité. Réessayez ou choisissez un autre moyen de paiement.',
    not_confirmed:
      'Le paiement n’a pas été confirmé et rien n’a été débité. Réessayez ou choisissez un autre moyen de paiement.',
    abandoned: 'Le paiement n’a pas été finalisé et rien n’a été débité. Choisissez un moyen de paiement.',
    no_wallet: 'Aucun portefeuille n’est associé à ce compte. Utilisez un autre compte ou un autre moyen de paiement.',
  },

  confirmTo: 'Confirmez votre paiement à',
  confirmTitle: 'Confirmez votre paiement',
  confirmText:
    'En mode réel, votre banque ou votre portefeuille en ligne vous demande ici une confirmation. En mode test, cette page les remplace.',
  approve: 'Confirmer',
  reject: 'Refuser',

  merchant: 'Commerçant',
  reference: 'Référence',
  date: 'Date',
  paidWith: 'Payé avec',
  cardEnding: (brandOrCard, digits) => `${brandOrCard} se terminant par ${digits}`,
  forWhat: 'Objet',
  goBackTo: (host) => `Retourner sur ${host}`,
  leadsBack: (host) => `Vous allez être redirigé vers ${host}.`,
  viewReceipt: 'Voir le reçu',
  receipt: 'Reçu',
  print: 'Imprimer',
  backToPayment: 'Retour au paiement',
  continueToConfirm: 'Continuer pour confirmer',
  tryAnotherWay: 'Payer autrement',
  endings: {
    paid: { heading: 'Paiement réussi', text: 'Merci. Votre paiement a bien été effectué.' },
    authorized: {
      heading: 'Paiement autorisé',
      text: 'Le montant est réservé. La boutique l’encaissera plus tard ou le libérera.',
    },
    already_paid: { heading: 'Déjà payé', text: 'Ce paiement a déjà été effectué. Il n’y a plus rien à payer.' },
    refunded: {
      heading: 'Paiement remboursé',
      text: 'Le montant total a été remboursé sur le moyen de paiement utilisé.',
    },
    you_cancelled: { heading: 'Paiement annulé', text: 'Vous avez annulé ce paiement. Rien n’a été débité.' },
    cancelled: { heading: 'Paiement annulé', text: 'Ce paiement a été annulé. Rien n’a été débité.' },
    expired: {
      heading: 'Lien de paiement expiré',
      text: 'Rien n’a été débité. Pour payer, recommencez depuis le site du commerçant.',
    },
    processing: {
      heading: 'Paiement en cours',
      text: 'Votre paiement est en cours de traitement. Cette page s’actualise automatiquement, vous n’avez rien à faire.',
    },
    needs_confirmation: {
      heading: 'Encore une étape',
      text: 'Confirmez ce paiement ou choisissez un autre moyen de paiement.',
    },
    in_progress_elsewhere: {
      heading: 'Paiement en cours',
      text: 'Ce paiement est en cours dans un autre navigateur. Cette page s’actualise automatiquement.',
    },
    not_payable: {
      heading: 'Ce paiement est impossible pour le moment',
      text: 'Le commerçant ne peut pas recevoir de paiements actuellement et en a été informé. Rien n’a été débité. Réessayez plus tard ou contactez le commerçant.',
    },
  },

  errors: {
    not_found: {
      heading: 'Lien de paiement introuvable',
      text: 'Vérifiez que vous avez copié l’adresse entière, ou recommencez depuis le site du commerçant.',
    },
    method_not_allowed: {
      heading: 'Cette page ne peut pas être ouverte ainsi',
      text: 'Ouvrez le lien de paiement que le commerçant vous a donné.',
    },
    forbidden: {
      heading: 'Cette page n’est plus à jour',
      text: 'Rien n’a été débité. Ouvrez à nouveau le lien de paiement et réessayez. Votre navigateur doit accepter les cookies de ce site.',
    },
    merchant_not_active: {
      heading: 'Ce paiement est impossible pour le moment',
      text: 'Le commerçant ne peut pas recevoir de paiements actuellement. Rien n’a été débité. Réessayez plus tard ou contactez le commerçant.',
    },
    rate_limited: { heading: 'Trop de tentatives', text: 'Patientez une minute, puis réessayez.' },
    unavailable: {
      heading: 'Service momentanément indisponible',
      text: 'Patientez un instant, puis ouvrez à nouveau le lien de paiement. Vous n’êtes jamais débité deux fois.',
    },
    unreadable: {
      heading: 'Le formulaire n’a pas pu être lu',
      text: 'Rien n’a été débité. Ouvrez à nouveau le lien de paiement et remplissez-y le formulaire.',
    },
    unexpected: {
      heading: 'Une erreur est survenue',
      text: 'Ouvrez à nouveau le lien de paiement pour savoir si le paiement a été effectué. Vous n’êtes jamais débité deux fois.',
    },
  },

  mail: {
    receiptSubject: (shop) => `Votre reçu de ${shop}`,
    receiptText: (amount, shop) => `Vous avez payé ${amount} à ${shop}.`,
    refundSubject: (shop) => `Votre remboursement de ${shop}`,
    refundText: (amount, shop) => `${shop} vous a remboursé ${amount}.`,
    refundWhenCard:
      'L’argent est recrédité sur votre carte. Il peut s’écouler quelques jours avant qu’il n’apparaisse sur votre relevé.',
    refundWhenWallet: 'L’argent est dans votre portefeuille Sluice.',
    refundWhenOther: 'L’argent est recrédité sur le moyen de paiement utilisé. Cela peut prendre quelques jours.',
    refundOf: 'Paiement',
    test: 'Ceci est un test. Aucun argent réel n’a été débité.',
    questions: (shop, contact) => `Une question sur ce paiement ? Contactez ${shop} : ${contact}`,
    questionsWithout: (shop) => `Une question sur ce paiement ? Contactez ${shop}.`,
  },
};
