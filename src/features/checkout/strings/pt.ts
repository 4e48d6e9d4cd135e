/** The payment page in European Portuguese, which readers in Brazil understand as well. */
import type { Strings } from './en.ts';

export const pt: Strings = {
  testMode: 'Modo de teste',
  testModeText: 'Não é movimentado dinheiro real.',
  paymentsBy: 'Pagamentos com Sluice',
  language: 'Idioma',
  contact: (shop) => `Contactar ${shop}`,
  terms: 'Termos e condições',

  payTo: 'Pagamento a',
  amount: 'Montante',
  order: (ref) => `Encomenda ${ref}`,
  returnTo: (host) => `Depois de pagar, regressa a ${host}`,
  timeLeft: 'Tempo restante para pagar:',
  payTitle: (amount, shop) => `Pagar ${amount} a ${shop}`,
  problemTitle: (title) => `Erro: ${title}`,
  methods: 'Método de pagamento',
  noCard: 'O pagamento com cartão não está disponível aqui. Pode pagar com uma carteira Sluice.',
  cancel: 'Cancelar o pagamento',
  checkMarked: 'O pagamento não foi efetuado. Verifique os campos assinalados abaixo.',

  card: 'Cartão',
  cardNumber: 'Número do cartão',
  expiry: 'Data de validade',
  expiryExample: 'MM/AA',
  securityCode: 'Código de segurança',
  securityCodeThree: '3 algarismos no verso do cartão',
  securityCodeFour: '4 algarismos na frente do cartão',
  nameOnCard: 'Nome no cartão',
  receiptEmail: 'E-mail para o recibo',
  receiptEmailHint: (shop) => `${shop} também vê este endereço.`,
  optional: 'opcional',
  pay: (amount) => `Pagar ${amount}`,
  cardElsewhere: 'Introduz os dados do cartão na página do processador de pagamentos e depois regressa aqui.',
  continueWithCard: 'Continuar com cartão',
  brandRecognized: (brand) => `Tipo de cartão: ${brand}`,
  problems: {
    number_missing: 'Introduza o número do cartão.',
    number_incomplete: 'Este número de cartão está incompleto.',
    number_wrong: 'Este número de cartão não é válido. Verifique os algarismos.',
    number_not_a_test_card: 'Este não é um cartão de teste. Use um dos números abaixo, nunca um cartão real.',
    expiry_missing: 'Introduza a data de validade, por exemplo 08/30.',
    expiry_wrong: 'Introduza o mês e o ano, por exemplo 08/30.',
    expired: 'Este cartão expirou. Use outro cartão.',
    code_missing: 'Introduza o código de segurança.',
    code_wrong: 'Introduza os 3 ou 4 algarismos do código de segurança.',
    code_not_three: 'O código de segurança deste cartão tem 3 algarismos.',
    code_not_four: 'O código de segurança deste cartão tem 4 algarismos.',
    name_long: 'Introduza no máximo 100 caracteres.',
    email_wrong: 'Introduza um endereço de e-mail completo, por exemplo nome@example.com.',
  },

  testCards: 'Cartões de teste',
  testCardsText:
    'Use qualquer data de validade futura e qualquer código de segurança. Nunca introduza aqui um cartão real.',
  otherBrands: 'Outros tipos de cartão',
  testOutcomes: {
    succeeds: 'Aceite',
    declined: 'Recusado',
    insufficient_funds: 'Saldo insuficiente',
    needs_confirmation: 'Pede confirmação',
    processing_error: 'Erro de processamento',
    completes_later: 'Aceite após 5 segundos',
  },

  onlineWallet: 'Outra carteira online',
  onlineWalletText: 'Confirma o pagamento na página da sua carteira e depois regressa aqui.',
  continueWithWallet: 'Continuar para a sua carteira',

  wallet: 'Carteira Sluice',
  balance: 'Saldo',
  signInText: 'Inicie sessão para ver o seu saldo e pagar com ele.',
  email: 'Endereço de e-mail',
  password: 'Palavra-passe',
  signIn: 'Iniciar sessão',
  signOut: 'Terminar sessão',
  noAccount: 'Ainda não tem conta?',
  signUp: 'Criar conta',
  codeText: 'Introduza o código da sua aplicação de autenticação. Um código de recuperação também serve.',
  code: 'Código',
  continue: 'Continuar',
  otherAccount: 'Usar outra conta',
  noWallet:
    'Esta conta não tem nenhuma carteira. Termine a sessão e use outra conta, ou escolha outro método de pagamento.',
  balanceTooSmall:
    'O seu saldo não chega para este pagamento. Carregue a sua carteira num novo separador e depois atualize esta página.',
  topUp: 'Carregar a carteira',
  signInWrong: 'O endereço de e-mail ou a palavra-passe estão errados, ou o endereço ainda não foi confirmado.',
  signInFirst: 'Inicie sessão para pagar com a sua carteira.',
  tooManySignIns: (wait) => `Demasiadas tentativas de início de sessão. Tente novamente dentro de ${wait}.`,
  codeWrong: 'Este código está errado ou já foi usado. Aguarde pelo próximo e tente novamente.',
  signInTooLong: 'O início de sessão demorou demasiado ou houve demasiados códigos errados. Inicie sessão novamente.',

  refusals: {
    declined: 'O seu cartão foi recusado e nada foi cobrado. Tente outro cartão ou outro método de pagamento.',
    insufficient_funds:
      'Não há saldo suficiente para este pagamento e nada foi cobrado. Tente outro método de pagamento.',
    processing_error:
      'Não foi possível processar o pagamento e nada foi cobrado. Tente novamente ou escolha outro método de pagamento.',
    not_confirmed:
      'O pagamento não foi confirmado e nada foi cobrado. Tente novamente ou escolha outro método de pagamento.',
    abandoned: 'O pagamento não foi concluído e nada foi cobrado. Escolha um método de pagamento.',
    no_wallet: 'Esta conta não tem nenhuma carteira. Use outra conta ou outro método de pagamento.',
  },

  confirmTo: 'Confirme o seu pagamento a',
  confirmTitle: 'Confirme o seu pagamento',
  confirmText:
    'Em modo real, é o seu banco ou a sua carteira online que pede aqui a confirmação. Em modo de teste, esta página substitui-os.',
  approve: 'Confirmar',
  reject: 'Recusar',

  merchant: 'Comerciante',
  reference: 'Referência',
  date: 'Data',
  paidWith: 'Pago com',
  cardEnding: (brandOrCard, digits) => `${brandOrCard} terminado em ${digits}`,
  forWhat: 'Descrição',
  goBackTo: (host) => `Regressar a ${host}`,
  leadsBack: (host) => `Está a regressar a ${host}.`,
  viewReceipt: 'Ver recibo',
  receipt: 'Recibo',
  print: 'Imprimir',
  backToPayment: 'Voltar ao pagamento',
  continueToConfirm: 'Continuar para confirmar',
  tryAnotherWay: 'Pagar de outra forma',
  endings: {
    paid: { heading: 'Pagamento efetuado', text: 'Obrigado. O seu pagamento foi efetuado com sucesso.' },
    already_paid: { heading: 'Já foi pago', text: 'Este pagamento já foi efetuado. Não há mais nada a pagar.' },
    refunded: {
      heading: 'Pagamento reembolsado',
      text: 'O montante total foi devolvido pelo mesmo meio com que foi pago.',
    },
    you_cancelled: { heading: 'Pagamento cancelado', text: 'Cancelou este pagamento. Nada foi cobrado.' },
    cancelled: { heading: 'Pagamento cancelado', text: 'Este pagamento foi cancelado. Nada foi cobrado.' },
    expired: {
      heading: 'A ligação de pagamento expirou',
      text: 'Nada foi cobrado. Para pagar, recomece na loja.',
    },
    processing: {
      heading: 'Pagamento em curso',
      text: 'O seu pagamento está a ser processado. Esta página atualiza-se sozinha; não precisa de fazer nada.',
    },
    needs_confirmation: { heading: 'Mais um passo', text: 'Confirme este pagamento ou escolha outra forma de pagar.' },
    in_progress_elsewhere: {
      heading: 'Pagamento em curso',
      text: 'Este pagamento está a ser feito noutro navegador. Esta página atualiza-se sozinha.',
    },
    not_payable: {
      heading: 'De momento não é possível fazer este pagamento',
      text: 'A loja não pode aceitar pagamentos neste momento e já foi avisada. Nada foi cobrado. Tente mais tarde ou contacte a loja.',
    },
  },

  errors: {
    not_found: {
      heading: 'Ligação de pagamento não encontrada',
      text: 'Verifique se copiou o endereço completo ou recomece na loja.',
    },
    method_not_allowed: {
      heading: 'Esta página não pode ser aberta desta forma',
      text: 'Abra a ligação de pagamento que a loja lhe deu.',
    },
    forbidden: {
      heading: 'Esta página está desatualizada',
      text: 'Nada foi cobrado. Abra novamente a ligação de pagamento e tente outra vez. O seu navegador tem de aceitar os cookies deste site.',
    },
    merchant_not_active: {
      heading: 'De momento não é possível fazer este pagamento',
      text: 'A loja não pode aceitar pagamentos neste momento. Nada foi cobrado. Tente mais tarde ou contacte a loja.',
    },
    rate_limited: { heading: 'Demasiadas tentativas', text: 'Aguarde um minuto e tente novamente.' },
    unavailable: {
      heading: 'Serviço temporariamente indisponível',
      text: 'Aguarde um momento e abra novamente a ligação de pagamento. Nunca é cobrado duas vezes.',
    },
    unreadable: {
      heading: 'Não foi possível ler o formulário',
      text: 'Nada foi cobrado. Abra novamente a ligação de pagamento e preencha lá o formulário.',
    },
    unexpected: {
      heading: 'Ocorreu um erro',
      text: 'Abra novamente a ligação de pagamento para ver se o pagamento foi efetuado. Nunca é cobrado duas vezes.',
    },
  },

  mail: {
    receiptSubject: (shop) => `O seu recibo de ${shop}`,
    receiptText: (amount, shop) => `Pagou ${amount} a ${shop}.`,
    refundSubject: (shop) => `O seu reembolso de ${shop}`,
    refundText: (amount, shop) => `${shop} reembolsou-lhe ${amount}.`,
    refundWhenCard: 'O dinheiro é devolvido ao seu cartão. Pode demorar alguns dias a aparecer no extrato.',
    refundWhenWallet: 'O dinheiro está na sua carteira Sluice.',
    refundWhenOther: 'O dinheiro é devolvido pelo mesmo meio com que pagou. Pode demorar alguns dias.',
    refundOf: 'Pagamento',
    test: 'Isto é um teste. Não foi movimentado dinheiro real.',
    questions: (shop, contact) => `Tem dúvidas sobre este pagamento? Contacte ${shop}: ${contact}`,
    questionsWithout: (shop) => `Tem dúvidas sobre este pagamento? Contacte ${shop}.`,
  },
};
