/** The payment page in Spanish. */
import type { Strings } from './en.ts';

export const es: Strings = {
  testMode: 'Modo de prueba',
  testModeText: 'No se mueve dinero real.',
  paymentsBy: 'Pagos con Sluice',
  language: 'Idioma',
  contact: (shop) => `Contactar con ${shop}`,
  terms: 'Términos y condiciones',

  payTo: 'Pago a',
  amount: 'Importe',
  order: (ref) => `Pedido ${ref}`,
  returnTo: (host) => `Después de pagar, volverá a ${host}`,
  timeLeft: 'Tiempo restante para pagar:',
  payTitle: (amount, shop) => `Pagar ${amount} a ${shop}`,
  problemTitle: (title) => `Error: ${title}`,
  methods: 'Método de pago',
  noCard: 'El pago con tarjeta no está disponible aquí. Puede pagar con un monedero de Sluice.',
  cancel: 'Cancelar el pago',
  checkMarked: 'El pago no se ha realizado. Revise los campos marcados a continuación.',

  card: 'Tarjeta',
  cardNumber: 'Número de tarjeta',
  expiry: 'Fecha de caducidad',
  expiryExample: 'MM/AA',
  securityCode: 'Código de seguridad',
  securityCodeThree: '3 dígitos en el reverso de la tarjeta',
  securityCodeFour: '4 dígitos en el anverso de la tarjeta',
  nameOnCard: 'Nombre en la tarjeta',
  receiptEmail: 'Correo electrónico para el recibo',
  receiptEmailHint: (shop) => `${shop} también verá esta dirección.`,
  optional: 'opcional',
  pay: (amount) => `Pagar ${amount}`,
  cardElsewhere: 'Introducirá los datos de su tarjeta en la página del procesador de pagos y después volverá aquí.',
  continueWithCard: 'Continuar con tarjeta',
  brandRecognized: (brand) => `Tipo de tarjeta: ${brand}`,
  problems: {
    number_missing: 'Introduzca el número de tarjeta.',
    number_incomplete: 'Este número de tarjeta está incompleto.',
    number_wrong: 'Este número de tarjeta no es válido. Revise los dígitos.',
    number_not_a_test_card:
      'Esta no es una tarjeta de prueba. Use uno de los números de abajo, nunca una tarjeta real.',
    expiry_missing: 'Introduzca la fecha de caducidad, por ejemplo 08/30.',
    expiry_wrong: 'Introduzca el mes y el año, por ejemplo 08/30.',
    expired: 'Esta tarjeta ha caducado. Use otra tarjeta.',
    code_missing: 'Introduzca el código de seguridad.',
    code_wrong: 'Introduzca los 3 o 4 dígitos del código de seguridad.',
    code_not_three: 'El código de seguridad de esta tarjeta tiene 3 dígitos.',
    code_not_four: 'El código de seguridad de esta tarjeta tiene 4 dígitos.',
    name_long: 'Introduzca 100 caracteres como máximo.',
    email_wrong: 'Introduzca una dirección de correo completa, por ejemplo nombre@example.com.',
  },

  testCards: 'Tarjetas de prueba',
  testCardsText:
    'Use cualquier fecha de caducidad futura y cualquier código de seguridad. No introduzca nunca una tarjeta real aquí.',
  otherBrands: 'Otros tipos de tarjeta',
  testOutcomes: {
    succeeds: 'Aceptada',
    declined: 'Rechazada',
    insufficient_funds: 'Fondos insuficientes',
    needs_confirmation: 'Pide confirmación',
    processing_error: 'Error de procesamiento',
    completes_later: 'Aceptada tras 5 segundos',
  },

  onlineWallet: 'Otro monedero electrónico',
  onlineWalletText: 'Confirmará el pago en la página de su monedero y después volverá aquí.',
  continueWithWallet: 'Continuar a su monedero',

  wallet: 'Monedero de Sluice',
  balance: 'Saldo',
  signInText: 'Inicie sesión para ver su saldo y pagar con él.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  noAccount: '¿Aún no tiene cuenta?',
  signUp: 'Crear una cuenta',
  codeText: 'Introduzca el código de su aplicación de autenticación. También puede usar un código de recuperación.',
  code: 'Código',
  continue: 'Continuar',
  otherAccount: 'Usar otra cuenta',
  noWallet: 'Esta cuenta no tiene ningún monedero. Cierre la sesión y use otra cuenta, o elija otro método de pago.',
  balanceTooSmall:
    'Su saldo no es suficiente para este pago. Recargue su monedero en otra pestaña y después actualice esta página.',
  topUp: 'Recargar el monedero',
  signInWrong: 'El correo electrónico o la contraseña no son correctos, o la dirección aún no se ha confirmado.',
  signInFirst: 'Inicie sesión para pagar con su monedero.',
  tooManySignIns: (wait) => `Demasiados intentos de inicio de sesión. Vuelva a intentarlo en ${wait}.`,
  codeWrong: 'Este código no es correcto o ya se ha usado. Espere al siguiente y vuelva a intentarlo.',
  signInTooLong:
    'El inicio de sesión ha tardado demasiado o ha habido demasiados códigos incorrectos. Vuelva a iniciar sesión.',

  refusals: {
    declined: 'Su tarjeta ha sido rechazada y no se ha cobrado nada. Pruebe con otra tarjeta u otro método de pago.',
    insufficient_funds:
      'No hay fondos suficientes para este pago y no se ha cobrado nada. Pruebe con otro método de pago.',
    processing_error:
      'No se ha podido procesar el pago y no se ha cobrado nada. Vuelva a intentarlo o elija otro método de pago.',
    not_confirmed:
      'El pago no se ha confirmado y no se ha cobrado nada. Vuelva a intentarlo o elija otro método de pago.',
    abandoned: 'El pago no se ha completado y no se ha cobrado nada. Elija un método de pago.',
    no_wallet: 'Esta cuenta no tiene ningún monedero. Use otra cuenta u otro método de pago.',
  },

  confirmTo: 'Confirme su pago a',
  confirmTitle: 'Confirme su pago',
  confirmText:
    'En modo real, su banco o monedero electrónico le pide aquí la confirmación. En modo de prueba, esta página los sustituye.',
  approve: 'Confirmar',
  reject: 'Rechazar',

  merchant: 'Comercio',
  reference: 'Referencia',
  date: 'Fecha',
  paidWith: 'Pagado con',
  cardEnding: (brandOrCard, digits) => `${brandOrCard} terminada en ${digits}`,
  forWhat: 'Concepto',
  goBackTo: (host) => `Volver a ${host}`,
  leadsBack: (host) => `Le estamos llevando de vuelta a ${host}.`,
  viewReceipt: 'Ver el recibo',
  receipt: 'Recibo',
  print: 'Imprimir',
  backToPayment: 'Volver al pago',
  continueToConfirm: 'Continuar para confirmar',
  tryAnotherWay: 'Pagar de otra forma',
  endings: {
    paid: { heading: 'Pago realizado', text: 'Gracias. Su pago se ha realizado correctamente.' },
    already_paid: { heading: 'Ya está pagado', text: 'Este pago ya se ha realizado. No queda nada por pagar.' },
    refunded: {
      heading: 'Pago reembolsado',
      text: 'El importe total se ha devuelto por el mismo medio con el que se pagó.',
    },
    you_cancelled: { heading: 'Pago cancelado', text: 'Ha cancelado este pago. No se ha cobrado nada.' },
    cancelled: { heading: 'Pago cancelado', text: 'Este pago se ha cancelado. No se ha cobrado nada.' },
    expired: {
      heading: 'El enlace de pago ha caducado',
      text: 'No se ha cobrado nada. Para pagar, empiece de nuevo en la tienda.',
    },
    processing: {
      heading: 'Pago en curso',
      text: 'Su pago se está procesando. Esta página se actualiza sola; no tiene que hacer nada.',
    },
    needs_confirmation: { heading: 'Un paso más', text: 'Confirme este pago o elija otra forma de pagar.' },
    in_progress_elsewhere: {
      heading: 'Pago en curso',
      text: 'Este pago se está realizando en otro navegador. Esta página se actualiza sola.',
    },
    not_payable: {
      heading: 'Este pago no se puede realizar en este momento',
      text: 'La tienda no puede aceptar pagos ahora mismo y ha sido avisada. No se ha cobrado nada. Vuelva a intentarlo más tarde o contacte con la tienda.',
    },
  },

  errors: {
    not_found: {
      heading: 'No se encuentra el enlace de pago',
      text: 'Compruebe que ha copiado la dirección completa o empiece de nuevo en la tienda.',
    },
    method_not_allowed: {
      heading: 'Esta página no se puede abrir así',
      text: 'Abra el enlace de pago que le ha dado la tienda.',
    },
    forbidden: {
      heading: 'Esta página ya no está actualizada',
      text: 'No se ha cobrado nada. Abra de nuevo el enlace de pago y vuelva a intentarlo. Su navegador debe aceptar las cookies de este sitio.',
    },
    merchant_not_active: {
      heading: 'Este pago no se puede realizar en este momento',
      text: 'La tienda no puede aceptar pagos ahora mismo. No se ha cobrado nada. Vuelva a intentarlo más tarde o contacte con la tienda.',
    },
    rate_limited: { heading: 'Demasiados intentos', text: 'Espere un minuto y vuelva a intentarlo.' },
    unavailable: {
      heading: 'Servicio no disponible temporalmente',
      text: 'Espere un momento y abra de nuevo el enlace de pago. Nunca se cobra dos veces.',
    },
    unreadable: {
      heading: 'No se ha podido leer el formulario',
      text: 'No se ha cobrado nada. Abra de nuevo el enlace de pago y rellene allí el formulario.',
    },
    unexpected: {
      heading: 'Algo ha fallado',
      text: 'Abra de nuevo el enlace de pago para comprobar si el pago se ha realizado. Nunca se cobra dos veces.',
    },
  },

  mail: {
    receiptSubject: (shop) => `Su recibo de ${shop}`,
    receiptText: (amount, shop) => `Ha pagado ${amount} a ${shop}.`,
    refundSubject: (shop) => `Su reembolso de ${shop}`,
    refundText: (amount, shop) => `${shop} le ha reembolsado ${amount}.`,
    refundWhenCard: 'El dinero se devuelve a su tarjeta. Puede tardar unos días en aparecer en su extracto.',
    refundWhenWallet: 'El dinero está en su monedero de Sluice.',
    refundWhenOther: 'El dinero se devuelve por el mismo medio con el que pagó. Puede tardar unos días en llegar.',
    refundOf: 'Pago',
    test: 'Esto es una prueba. No se ha movido dinero real.',
    questions: (shop, contact) => `¿Tiene preguntas sobre este pago? Contacte con ${shop}: ${contact}`,
    questionsWithout: (shop) => `¿Tiene preguntas sobre este pago? Contacte con ${shop}.`,
  },
};
