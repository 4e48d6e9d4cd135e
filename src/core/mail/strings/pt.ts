/** The texts of mails in Portuguese. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Pagamentos com Sluice',
  'mail.unsubscribe': 'Deixar de receber e-mails como este',
  'mail.test': 'Teste: {subject}',
  'mail.because': 'Motivo: {reason}',
  'mail.unexpected':
    'Se não esperava esta mensagem, avise de imediato o operador deste serviço e altere a sua palavra-passe.',
  'mail.open.payouts': 'Ver os levantamentos',
  'mail.open.dispute': 'Ver a contestação',
  'mail.open.topUp': 'Ver o carregamento',
  'mail.openDashboard': 'Abrir o painel',
  'mail.amount': 'Montante',
  'mail.reason': 'Motivo',
  'mail.reference': 'Referência',
  'mail.payment': 'Pagamento',
  'link.invitation.subject': 'Convite para receber através do Sluice',
  'link.invitation.text':
    'A plataforma “{company}” quer pagar-lhe através do Sluice como {type, select, courier {estafeta} other {comerciante}}. Depois de aceitar, é-lhe creditada a sua parte das encomendas da plataforma.',
  'link.invitation.unapproved':
    'Uma plataforma que se apresenta como “{company}” quer pagar-lhe através do Sluice como {type, select, courier {estafeta} other {comerciante}}. Depois de aceitar, é-lhe creditada a sua parte das encomendas da plataforma.',
  'link.invitation.warning': 'O operador deste serviço ainda não aprovou esta plataforma.',
  'link.invitation.testOnly':
    'Este convite destina-se ao modo de teste: não envolve dinheiro real, a menos que a plataforma o permita mais tarde.',
  'link.invitation.link': 'Ver convite',
  'link.invitation.after':
    'A ligação é válida durante {days, plural, one {# dia} other {# dias}}, pode ser usada uma única vez e só funciona com sessão iniciada com este endereço. Nada acontece até aceitar.',
  'link.invitation.ignore': 'Se não conhece esta plataforma, pode ignorar este e-mail.',
  'link.ended.subject': 'Uma plataforma terminou a associação consigo',
  'link.ended.text':
    'A plataforma “{company}” terminou a associação {id}, em que figurava como {type, select, courier {estafeta} other {comerciante}}. As encomendas já registadas continuam a ser-lhe creditadas.',
  'link.ended.link': 'Ver as suas plataformas',
  'live.approved.subject': 'Modo real aprovado para {name}',
  'live.approved.text': 'A conta {name} foi aprovada. Já pode receber dinheiro real.',
  'live.approved.next': 'Para começar, inicie sessão, mude para o modo real e crie chaves reais.',
  'live.refused.subject': 'Modo real não aprovado para {name}',
  'live.refused.text': 'O seu pedido para receber dinheiro real com {name} não foi aprovado.',
  'live.refused.next':
    'Pode continuar a usar o modo de teste. Corrija os dados e envie novamente o pedido a partir do painel.',
  'live.suspended.subject': 'A conta {name} foi suspensa',
  'live.suspended.text':
    'A conta {name} foi suspensa. Pode continuar a iniciar sessão e a ver tudo, mas nada pode ser alterado e não são feitos levantamentos.',
  'live.resumed.subject': 'A conta {name} está novamente ativa',
  'live.resumed.text': 'A suspensão da conta {name} foi levantada. Tudo funciona como antes.',
  'unpayable.notApproved.subject': '{name} ainda não pode receber pagamentos reais',
  'unpayable.notApproved.text':
    'Um cliente abriu o pagamento {payment}. A conta ainda não está aprovada para o modo real, por isso o cliente foi informado de que não era possível pagar.',
  'unpayable.notApproved.next': 'Peça o modo real no painel. Até lá, envie aos clientes apenas pagamentos de teste.',
  'unpayable.suspended.subject': '{name} não pode receber pagamentos',
  'unpayable.suspended.text':
    'Um cliente abriu o pagamento {payment}. A conta está suspensa, por isso o cliente foi informado de que não era possível pagar.',
  'unpayable.suspended.next': 'Contacte o operador deste serviço para que a suspensão seja levantada.',
  'unpayable.noCards.subject': 'Os clientes de {name} não podem pagar com cartão',
  'unpayable.noCards.text':
    'Um cliente abriu o pagamento {payment}. Este serviço não tem processador de pagamentos em modo real, por isso o cliente só podia pagar com uma carteira Sluice.',
  'unpayable.noCards.next': 'Peça ao operador deste serviço que ligue um processador de pagamentos.',
  'unpayable.once': 'Recebe este e-mail, no máximo, uma vez por dia pelo mesmo motivo.',
  'transfer.part.subject': 'Chegaram {arrived} de {amount}',
  'transfer.part.text':
    'Um cliente está a pagar por transferência bancária e só chegou uma parte. Fica guardada até chegar o resto: nessa altura o pagamento fica concluído e o dinheiro é seu.',
  'transfer.part.missing': 'Em falta',
  'transfer.refused.subject': 'Não é possível aceitar uma transferência de {amount}',
  'transfer.refused.ended': 'O pagamento já não estava aberto: tinha expirado ou sido cancelado.',
  'transfer.refused.received': 'O pagamento já tinha sido feito por transferência bancária.',
  'transfer.refused.paidOtherwise': 'O pagamento já tinha sido feito por outro meio.',
  'transfer.refused.tooMuch': 'Chegou mais do que o montante pedido. O pagamento está concluído e este é o excedente.',
  'transfer.refused.otherCurrency': 'Está numa moeda diferente da do pagamento.',
  'transfer.refused.waits': 'O operador deste serviço vai devolver o dinheiro ao cliente. Não precisa de fazer nada.',
  'webhook.paused.subject': 'Webhooks para {host} em pausa',
  'webhook.paused.text':
    'Há três dias que nenhum webhook de {name} chega a {host}. Não será enviado mais nada até retomar o endpoint.',
  'webhook.disabled.subject': 'Webhooks para {host} desativados',
  'webhook.disabled.text':
    '{host} respondeu a um webhook de {name} com 410 Gone, por isso o endpoint foi desativado. Não será enviado mais nada.',
  'webhook.resume':
    'Os eventos continuam a ser registados. Depois de retomar o endpoint, pode reenviar o que não tiver recebido.',
  'webhook.link': 'Abrir webhooks',
  'statement.subject': 'O seu extrato de {month} está pronto',
  'statement.text':
    'O extrato de {name} de {month} apresenta todos os movimentos. Pode imprimi-lo ou transferi-lo em CSV.',
  'statement.link': 'Abrir o extrato',

  'view.subject': '{view}: {period}',
  'view.text': 'Os números de “{view}” de {name}, {period}, estão disponíveis. Pode consultá-los e exportá-los em CSV.',
  'view.link': 'Abrir os números',
  'account.confirm.subject': 'Confirme o seu endereço de e-mail',
  'account.confirm.text':
    'Foi pedida a criação de uma conta com este endereço. Se fez este pedido, confirme o endereço para abrir a conta.',
  'account.confirm.link': 'Confirmar este endereço',
  'account.confirm.after':
    'A ligação é válida durante 24 horas e pede a palavra-passe que escolheu. Se não fez este pedido, pode ignorar este e-mail: sem a ligação, nenhuma conta é criada.',
  'account.exists.subject': 'Já tem uma conta',
  'account.exists.text':
    'Houve uma tentativa de criar conta com este endereço. Como já existe uma conta, nada foi alterado. Se a tentativa foi sua, inicie sessão ou, caso se tenha esquecido da palavra-passe, escolha uma nova.',
  'account.exists.link': 'Iniciar sessão',
  'account.exists.after': 'Caso contrário, pode ignorar este e-mail.',
  'account.reset.subject': 'Escolha uma nova palavra-passe',
  'account.reset.text':
    'Foi pedida uma nova palavra-passe para este endereço. Se fez este pedido, escolha-a através da ligação.',
  'account.reset.link': 'Escolher nova palavra-passe',
  'account.reset.after':
    'A ligação é válida durante uma hora e pode ser usada uma única vez. Se não fez este pedido, pode ignorar este e-mail: a sua palavra-passe mantém-se.',
  'account.opened.subject': 'Escolha a sua palavra-passe',
  'account.opened.text': 'O operador de {host} abriu uma conta para este endereço.',
  'account.opened.link': 'Escolher palavra-passe',
  'account.opened.after':
    'A ligação é válida durante {hours, plural, one {# hora} other {# horas}} e pode ser usada uma única vez. Sem palavra-passe, ninguém consegue iniciar sessão na conta.',
  'account.unlock.subject': 'Volte a iniciar sessão após demasiadas tentativas',
  'account.unlock.text':
    'Após demasiadas tentativas falhadas, foi pedido o início de sessão com este endereço. Se fez este pedido, abra a ligação: desbloqueia o início de sessão no navegador em que for aberta.',
  'account.unlock.link': 'Desbloquear início de sessão',
  'account.unlock.after':
    'A ligação é válida durante 15 minutos e pode ser usada uma única vez. Continua a precisar da sua palavra-passe e, se o usar, do seu código. Se não fez este pedido, pode ignorar este e-mail.',
  'account.notYou':
    'Se não reconhece esta ação, é possível que outra pessoa saiba a sua palavra-passe: escolha já uma nova.',
  'account.passwordChanged.subject': 'A sua palavra-passe foi alterada',
  'account.passwordChanged.text': 'A sua palavra-passe foi alterada e as suas outras sessões foram terminadas.',
  'account.twoStepOn.subject': 'Verificação em dois passos ativada',
  'account.twoStepOn.text':
    'A partir de agora, para iniciar sessão é preciso, além da palavra-passe, um código da sua aplicação de autenticação. As suas outras sessões foram terminadas.',
  'account.twoStepOn.wait':
    'Durante as próximas 24 horas, não pode ser usada em ações que exigem um código, como pedir levantamentos ou criar chaves. Tudo o resto funciona como antes.',
  'account.twoStepOff.subject': 'Verificação em dois passos desativada',
  'account.twoStepOff.text': 'A partir de agora, a sua palavra-passe é suficiente para iniciar sessão.',
  'account.recoveryUsed.subject': 'Foi usado um código de recuperação',
  'account.recoveryUsed.text':
    'Um dos seus códigos de recuperação foi usado em vez da aplicação de autenticação. Esse código já não funciona.',
  'account.codesGuessed.subject': 'Alguém está a tentar adivinhar os seus códigos de início de sessão',
  'account.codesGuessed.text':
    'Alguém introduziu a sua palavra-passe e, em seguida, vários códigos errados, num navegador que nunca tinha sido usado com a sua conta. Não conseguiu iniciar sessão.',
  'account.passkeyAdded.subject': 'Foi adicionada uma chave de acesso',
  'account.passkeyAdded.text':
    'Foi adicionada uma chave de acesso à sua conta. Permite iniciar sessão sem palavra-passe nem código. Pode removê-la no seu perfil.',
  'account.passkeyAdded.wait':
    'Durante as próximas 24 horas, não pode ser usada em ações que exigem um código, como pedir levantamentos ou criar chaves.',

  'account.passkeyRemoved.subject': 'Foi removida uma chave de acesso',
  'account.passkeyRemoved.text':
    'Foi removida uma chave de acesso da sua conta, que já não serve para iniciar sessão. As suas outras sessões foram terminadas.',

  'account.recoveryRenewed.subject': 'Novos códigos de recuperação',
  'account.recoveryRenewed.text': 'Foram criados novos códigos de recuperação. Os anteriores já não funcionam.',
  'account.twoStepResetSoon.subject': 'A sua verificação em dois passos vai ser reposta',
  'account.twoStepResetSoon.text':
    'O operador deste serviço vai repor a sua verificação em dois passos em {day}, às {clock} UTC, porque foi comunicada a perda da sua aplicação de autenticação. A partir desse momento, basta a sua palavra-passe, até voltar a configurá-la.',
  'account.twoStepResetSoon.stop':
    'Se não fez este pedido, inicie sessão antes dessa data com a sua aplicação de autenticação ou com um código de recuperação: isso impede a reposição. Depois, altere a sua palavra-passe.',
  'account.twoStepReset.subject': 'A sua verificação em dois passos foi reposta',
  'account.twoStepReset.text':
    'A sua aplicação de autenticação e os seus códigos de recuperação já não funcionam, e todas as suas sessões foram terminadas. Inicie sessão com a sua palavra-passe e volte a configurar a verificação em dois passos.',
  'account.twoStepReset.notYou':
    'Se não fez este pedido, altere já a sua palavra-passe e avise o operador deste serviço.',
  'account.deleted.subject': 'A sua conta foi eliminada',
  'account.deleted.byYou':
    'Conforme pediu, a sua conta foi eliminada, juntamente com o seu nome, o seu endereço de e-mail e tudo o que usava para iniciar sessão.',
  'account.deleted.byOperator':
    'O operador deste serviço eliminou a sua conta, juntamente com o seu nome, o seu endereço de e-mail e tudo o que usava para iniciar sessão.',
  'account.deleted.kept':
    'Os registos de pagamentos e levantamentos são conservados sem o seu nome, porque as contas têm de bater certo e a lei assim o exige. Os dados bancários usados em levantamentos são conservados durante o tempo exigido por lei.',
  'account.deleted.last':
    'Este é o último e-mail enviado para este endereço. Pode voltar a usá-lo em qualquer altura para criar uma nova conta.',
  'closing.closed.subject': 'A conta {name} foi encerrada',
  'closing.closed.text':
    'A conta {name} foi encerrada. As chaves de API e as associações deixaram de funcionar e a conta já não recebe dinheiro.',
  'closing.closed.year': 'Durante um ano, ainda pode iniciar sessão, ver tudo e transferir extratos.',
  'closing.closed.mistake': 'Se foi um engano, o operador deste serviço pode reabri-la.',
  'closing.reopened.subject': 'A conta {name} foi reaberta',
  'closing.reopened.text': 'O operador deste serviço reabriu a conta {name}.',
  'closing.reopened.restore':
    'As chaves de API, as associações, as contas bancárias e os endpoints de webhook não foram repostos. Configure os que precisar.',
  'members.invitation.subject': 'Convite para se juntar a uma equipa',
  'members.invitation.text':
    'Recebeu um convite para se juntar {kind, select, service {à equipa do operador do serviço} other {a “{team}”}} em {host} com a função de {role, select, owner {proprietário} finance {finanças} developer {programador} administrator {administrador} support {apoio} other {só leitura}}.',
  'members.invitation.operators':
    'Os operadores têm de usar a verificação em dois passos, por isso tenha à mão uma aplicação de autenticação.',
  'members.invitation.link': 'Ver convite',
  'members.invitation.after':
    'A ligação é válida durante {days, plural, one {# dia} other {# dias}}, pode ser usada uma única vez e só funciona com sessão iniciada com este endereço. Se ainda não tem conta, pode criar uma.',
  'members.invitation.ignore': 'Se não esperava este convite, pode ignorar este e-mail.',
  'members.joined.subject': 'Um novo membro juntou-se à equipa',
  'members.joined.text':
    '“{member}” juntou-se {kind, select, service {à equipa do operador do serviço} other {a “{team}”}} com a função de {role, select, owner {proprietário} finance {finanças} developer {programador} administrator {administrador} support {apoio} other {só leitura}}.',
  'members.joined.unexpected':
    'Se não esperava esta mensagem, remova esta pessoa em Membros e altere a sua palavra-passe.',
  'members.roleChanged.subject': 'A sua função foi alterada',
  'members.roleChanged.text':
    'A sua função {kind, select, service {na equipa do operador do serviço} other {em “{team}”}} é agora: {role, select, owner {proprietário} finance {finanças} developer {programador} administrator {administrador} support {apoio} other {só leitura}}.',
  'singleSignOn.changed.subject': 'O início de sessão único foi alterado',
  'singleSignOn.changed.text':
    'Os membros de {team} já podem iniciar sessão através de {issuer}. Quem gere esse serviço pode entrar nesta conta como qualquer um dos membros.',
  'singleSignOn.removed.text':
    'O início de sessão único foi removido de {team}. A sessão de todas as pessoas que entraram dessa forma foi terminada.',
  'singleSignOn.unexpected':
    'Se não esperava isto, abra «Início de sessão único» nas definições da conta e verifique os membros.',
  'members.removed.subject': 'Já não faz parte de uma equipa',
  'members.removed.text':
    'Já não é membro {kind, select, service {da equipa do operador do serviço} other {de “{team}”}}. A sua própria conta mantém-se.',
  'members.removed.mistake': 'Se achar que foi um engano, peça a um proprietário um novo convite.',
  'members.left.subject': 'Um membro deixou a equipa',
  'members.left.text':
    '“{member}” deixou {kind, select, service {a equipa do operador do serviço} other {“{team}”}} e já não tem acesso.',
  'members.left.deleted':
    'Um membro que eliminou a sua conta deixou {kind, select, service {a equipa do operador do serviço} other {“{team}”}} e já não tem acesso.',
  'payout.approved.subject': 'Levantamento de {amount} aprovado',
  'payout.approved.text': 'O seu levantamento de {amount} foi aprovado. O passo seguinte é o envio ao banco.',
  'payout.sent.subject': 'Levantamento de {amount} a caminho',
  'payout.sent.text': 'Foram enviados {net} para a sua conta bancária. Costumam chegar no prazo de dois dias úteis.',
  'payout.completed.subject': 'Levantamento de {amount} pago',
  'payout.completed.text': 'Foram pagos {net} na sua conta bancária.',
  'payout.rejected.subject': 'Levantamento de {amount} recusado',
  'payout.rejected.text': 'O seu levantamento de {amount} foi recusado antes de ser enviado ao banco.',
  'payout.failed.subject': 'Levantamento de {amount} devolvido',
  'payout.failed.text': 'O banco não pagou os {amount} ou devolveu-os.',
  'payout.backAgain':
    'O montante total, incluindo a taxa, está de volta ao seu saldo. Antes disso, é descontado o que dever.',
  'payout.checkAccount': 'Verifique a conta bancária guardada antes de pedir outro levantamento.',
  'payout.inTestMode': 'Em modo de teste: {text}',
  'payout.id': 'Levantamento',
  'payout.fee': 'Taxa',
  'schedule.changed.subject': 'Levantamentos automáticos alterados',
  'schedule.changed.text':
    'Os levantamentos automáticos {account, select, earnings {dos seus ganhos} commission {da sua comissão} clearing {da sua carteira de compensação} other {da sua carteira}} em {currency} foram alterados.',
  'schedule.off.subject': 'Levantamentos automáticos desativados',
  'schedule.off.text':
    'O saldo {account, select, earnings {dos seus ganhos} commission {da sua comissão} clearing {da sua carteira de compensação} other {da sua carteira}} em {currency} já não é levantado automaticamente.',
  'schedule.payouts': 'Levantamentos',
  'schedule.when': '{interval}, às {time} ({timeZone})',
  'schedule.daily': 'Todos os dias',
  'schedule.weekly':
    'Todas as semanas, {day, select, 1 {à segunda-feira} 2 {à terça-feira} 3 {à quarta-feira} 4 {à quinta-feira} 5 {à sexta-feira} 6 {ao sábado} other {ao domingo}}',
  'schedule.monthly': 'Todos os meses, no dia {day}',
  'schedule.monthlyLast': 'Todos os meses, no último dia',
  'schedule.minimum': 'Mínimo',
  'schedule.kept': 'Fica na conta',
  'schedule.refused.subject': 'O seu levantamento automático em {currency} não foi feito',
  'schedule.refused.text':
    'Não foi possível levantar automaticamente o saldo {account, select, earnings {dos seus ganhos} commission {da sua comissão} clearing {da sua carteira de compensação} other {da sua carteira}} em {currency}.',
  'schedule.refused.bankAccount': 'A conta bancária não pode ser usada.',
  'schedule.refused.amount': 'O montante é inferior ao levantamento mínimo ou superior ao limite de 24 horas.',
  'schedule.refused.account': 'A conta não está ativa.',
  'schedule.refused.funds': 'O saldo é insuficiente.',
  'schedule.refused.after': 'O dinheiro continua no seu saldo. A próxima tentativa será feita no dia habitual.',
  'bankAccount.added.subject': 'Foi adicionada uma conta bancária',
  'bankAccount.added.text':
    'Foi adicionada a conta bancária {account}. Durante as próximas 48 horas, não podem ser aprovados levantamentos para esta conta.',
  'bankAccount.removed.subject': 'Foi removida uma conta bancária',
  'bankAccount.removed.text':
    'Foi removida a conta bancária {account}. Já não é possível pedir levantamentos para esta conta.',
  'topUp.requested.subject': 'Envie {amount} para concluir o carregamento',
  'topUp.requested.text': 'Envie {amount} do seu banco para a conta abaixo, com esta referência exata.',
  'topUp.requested.noDetails':
    'Registámos o seu carregamento de {amount}. Ainda não há dados bancários para {currency}. Pergunte ao operador deste serviço para onde enviar o dinheiro.',
  'topUp.requested.reference': 'A referência permite-nos saber que o dinheiro é seu.',
  'topUp.requested.expires': 'Se nada tiver chegado até {day}, o carregamento expira.',
  'topUp.accountHolder': 'Titular da conta',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Banco',
  'topUp.otherDetails': 'Outros dados',
  'topUp.received.subject': 'Recebemos {amount}',
  'topUp.received.text': 'A sua transferência de {amount} chegou. Já pode usar o dinheiro.',
  'topUp.received.other':
    'Pediu um carregamento de {requested} e chegaram {amount}. O montante recebido foi creditado e já pode ser usado.',
  'topUp.declined.subject': 'Carregamento de {amount} recusado',
  'topUp.declined.text':
    'O seu carregamento de {amount} foi recusado. Se já enviou dinheiro, será devolvido à sua conta bancária.',
  'topUp.expired.subject': 'Carregamento de {amount} expirado',
  'topUp.expired.text':
    'A sua transferência de {amount} não chegou, por isso o carregamento expirou. Se já enviou o dinheiro, será creditado ou devolvido quando chegar.',
  'topUp.expired.again': 'Para adicionar dinheiro, inicie um novo carregamento e use a nova referência.',
  'topUp.returned.subject': 'Devolução da sua transferência de {amount}',
  'topUp.returned.text': 'A sua transferência de {amount} não foi creditada. Está a ser devolvida à conta de origem.',
  'topUp.reversed.subject': 'Carregamento de {amount} revertido',
  'topUp.reversed.text': 'Revertemos o seu carregamento de {amount}.',
  'topUp.reversed.part': 'Revertemos {part} do seu carregamento de {amount}.',
  'topUp.reversed.debt':
    'O seu saldo cobriu {covered}. Fica a dever os restantes {owed}, que serão descontados no próximo dinheiro que receber.',
  'cash.received.text':
    'A sua transferência de {amount} do numerário de {company} chegou. Tem menos {handedOver} por entregar.',
  'cash.received.above': 'Tinha menos do que enviou. A diferença, {above}, foi somada aos seus ganhos.',
  'cash.reversed.subject': 'Transferência de {amount} revertida',
  'cash.reversed.text': 'Foram revertidos {amount} da sua transferência do numerário de {company}.',
  'cash.reversed.held': 'Novamente por entregar',
  'cash.reversed.earnings': 'Descontado dos seus ganhos',
  'cash.reversed.owed': 'Fica a dever',
  'cash.limit.subject': 'Entregue o numerário a {company}',
  'cash.limit.amount': 'Tem em mão {held} em numerário de {company}: acima do limite de {limit}.',
  'cash.limit.days':
    'Tem em mão {held} em numerário de {company} há mais de {days, plural, one {# dia} other {# dias}}.',
  'cash.limit.both':
    'Tem em mão {held} em numerário de {company} há mais de {days, plural, one {# dia} other {# dias}}, acima do limite de {limit}.',
  'cash.limit.next':
    'Entregue-o e registe a entrega no painel, em Ganhos. Até lá, é possível que não receba mais encomendas pagas em numerário.',
  'cash.confirm.subject': 'Confirma {amount} em numerário?',
  'cash.confirm.text':
    '{company} indica que recebeu de si {amount} em numerário. Confirme-o ou recuse-o no painel, em Ganhos.',
  'cash.declined.subject': '{amount} em numerário não confirmados',
  'cash.declined.text':
    '{company} recusou os {amount} em numerário que registou como entregues. Continuam por entregar.',
  'cash.note': 'Nota',
  'debt.repaid.subject': 'Pagamento de {amount} da sua dívida registado',
  'debt.repaid.text': 'Foram registados como pagos {amount} da sua dívida a {creditor}.',
  'debt.repaid.service': 'Foram registados como pagos {amount} da sua dívida a este serviço.',
  'debt.writtenOff.subject': 'Foram perdoados {amount} da sua dívida',
  'debt.writtenOff.text': 'Foram perdoados {amount} da sua dívida a {creditor}.',
  'debt.writtenOff.service': 'Foram perdoados {amount} da sua dívida a este serviço.',
  'debt.nothingLeft': 'Já não deve nada nesta moeda.',
  'debt.left': 'Ficam por pagar {left}.',
  'dispute.opened.subject': 'Um cliente contestou um pagamento de {amount}',
  'dispute.opened.text':
    'O banco do cliente retém o dinheiro enquanto a contestação estiver aberta. O montante foi descontado do seu saldo.',
  'dispute.opened.soon': 'Envie as suas provas o quanto antes no painel, em Contestações.',
  'dispute.opened.until': 'Envie as suas provas no painel, em Contestações. São aceites até {day}, às {clock} (UTC).',
  'dispute.won.subject': 'Ganhou a contestação de {amount}',
  'dispute.won.text': 'O dinheiro está de volta ao seu saldo.',
  'dispute.lost.subject': 'Perdeu a contestação de {amount}',
  'dispute.lost.text': 'O cliente fica com o dinheiro. Não faça também o reembolso deste pagamento.',
  'dispute.undone.subject': 'A transferência de {amount} afinal não foi revertida',
  'dispute.undone.text':
    'Foi deduzida do seu saldo por engano. O dinheiro está de volta; primeiro é saldada a dívida daí resultante.',
  'dispute.recalled.subject': 'O banco reverteu uma transferência de {amount}',
  'dispute.recalled.text':
    'O pagamento abaixo tinha sido feito com esta transferência. O dinheiro foi descontado do seu saldo; o que o saldo não cobriu é uma dívida.',
  'dispute.recalled.noRefund': 'Não faça também o reembolso deste pagamento.',
  'dispute.refused.subject': 'Provas da contestação de {amount} não aceites',
  'dispute.refused.text':
    'O processador de pagamentos recusou-as. Veja o motivo no painel, em Contestações, e volte a apresentá-las dentro do prazo.',
  'dispute.reminder.subject': 'Responda à contestação de {amount} até {day}',
  'dispute.reminder.text':
    'As provas são aceites até {day}, às {clock} (UTC). Ainda não foi apresentada nenhuma. Sem provas, o cliente fica com o dinheiro.',
  'dispute.reminder.where': 'Envie-as no painel, em Contestações.',
  'dispute.id': 'Contestação',
  'dispute.reason':
    '{reason, select, credit_not_processed {Reembolso não recebido} duplicate {Cobrado duas vezes} fraudulent {Fraude} general {Outro} product_not_received {Não entregue} product_unacceptable {Não corresponde à descrição} recalled {Devolução pedida pelo banco} subscription_canceled {Subscrição cancelada} unrecognized {Pagamento não reconhecido} other {{other}}}',
};
