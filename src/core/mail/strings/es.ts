/** The texts of mails in Spanish. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Pagos con Sluice',
  'mail.unsubscribe': 'Dejar de recibir correos como este',
  'mail.test': 'Prueba: {subject}',
  'mail.because': 'Motivo: {reason}',
  'mail.unexpected': 'Si no lo esperaba, avise de inmediato al operador de este servicio y cambie su contraseña.',
  'mail.open.payouts': 'Ver las retiradas',
  'mail.open.dispute': 'Ver la disputa',
  'mail.open.topUp': 'Ver la recarga',
  'mail.openDashboard': 'Abrir el panel',
  'mail.amount': 'Importe',
  'mail.reason': 'Motivo',
  'mail.reference': 'Referencia',
  'mail.payment': 'Pago',
  'link.invitation.subject': 'Le invitan a cobrar con Sluice',
  'link.invitation.text':
    'La plataforma «{company}» quiere pagarle con Sluice como {type, select, courier {repartidor} other {comercio}}. Cuando acepte, se le abonará su parte de los pedidos de la plataforma.',
  'link.invitation.unapproved':
    'Una plataforma que se presenta como «{company}» quiere pagarle con Sluice como {type, select, courier {repartidor} other {comercio}}. Cuando acepte, se le abonará su parte de los pedidos de la plataforma.',
  'link.invitation.warning': 'El operador de este servicio aún no ha aprobado esta plataforma.',
  'link.invitation.testOnly':
    'Esta invitación es para el modo de prueba: no hay dinero real de por medio, salvo que la plataforma lo permita más adelante.',
  'link.invitation.link': 'Ver la invitación',
  'link.invitation.after':
    'El enlace es válido durante {days, plural, one {# día} other {# días}}, se puede usar una sola vez y solo sirve si se inicia sesión con esta dirección. Hasta que acepte, no cambia nada.',
  'link.invitation.ignore': 'Si no conoce esta plataforma, puede ignorar este correo.',
  'link.ended.subject': 'Una plataforma ha finalizado su vinculación',
  'link.ended.text':
    'La plataforma «{company}» ha finalizado la vinculación {id}, en la que usted figuraba como {type, select, courier {repartidor} other {comercio}}. Los pedidos ya registrados se le seguirán abonando.',
  'link.ended.link': 'Ver sus plataformas',
  'live.approved.subject': 'Modo real aprobado para {name}',
  'live.approved.text': 'Se ha aprobado la cuenta {name}. Ya puede cobrar dinero real.',
  'live.approved.next': 'Para empezar, inicie sesión, cambie al modo real y cree claves reales.',
  'live.refused.subject': 'Modo real no aprobado para {name}',
  'live.refused.text': 'No se ha aprobado su solicitud para cobrar dinero real con {name}.',
  'live.refused.next':
    'Puede seguir usando el modo de prueba. Corrija los datos y vuelva a enviar la solicitud desde el panel.',
  'live.suspended.subject': 'La cuenta {name} se ha suspendido',
  'live.suspended.text':
    'Se ha suspendido la cuenta {name}. Puede seguir iniciando sesión y ver todo, pero no se puede cambiar nada ni se realizan retiradas.',
  'live.resumed.subject': 'La cuenta {name} vuelve a estar activa',
  'live.resumed.text': 'Se ha levantado la suspensión de la cuenta {name}. Todo funciona como antes.',
  'unpayable.notApproved.subject': '{name} aún no puede recibir pagos reales',
  'unpayable.notApproved.text':
    'Un cliente ha abierto el pago {payment}. La cuenta aún no está aprobada para el modo real, así que se ha informado al cliente de que el pago no se puede realizar.',
  'unpayable.notApproved.next':
    'Solicite el modo real en el panel. Hasta entonces, envíe a sus clientes solo pagos de prueba.',
  'unpayable.suspended.subject': '{name} no puede recibir pagos',
  'unpayable.suspended.text':
    'Un cliente ha abierto el pago {payment}. La cuenta está suspendida, así que se ha informado al cliente de que el pago no se puede realizar.',
  'unpayable.suspended.next': 'Contacte con el operador de este servicio para que se levante la suspensión.',
  'unpayable.noCards.subject': 'Los clientes de {name} no pueden pagar con tarjeta',
  'unpayable.noCards.text':
    'Un cliente ha abierto el pago {payment}. Este servicio no tiene procesador de pagos en modo real, así que el cliente solo podía pagar con un monedero de Sluice.',
  'unpayable.noCards.next': 'Pida al operador de este servicio que conecte un procesador de pagos.',
  'unpayable.once': 'Recibirá este correo como máximo una vez al día por el mismo motivo.',
  'transfer.part.subject': 'Han llegado {arrived} de {amount}',
  'transfer.part.text':
    'Un cliente está pagando por transferencia bancaria y solo ha llegado una parte. La conservamos hasta que llegue el resto: entonces el pago quedará completado y el dinero será suyo.',
  'transfer.part.missing': 'Falta por llegar',
  'transfer.refused.subject': 'No se puede aceptar una transferencia de {amount}',
  'transfer.refused.ended': 'El pago ya no estaba abierto: había caducado o se había cancelado.',
  'transfer.refused.received': 'El pago ya se había realizado por transferencia bancaria.',
  'transfer.refused.paidOtherwise': 'El pago ya se había realizado por otro medio.',
  'transfer.refused.tooMuch': 'Ha llegado más de lo que pedía el pago. El pago está completado y este es el excedente.',
  'transfer.refused.otherCurrency': 'Está en una moneda distinta a la del pago.',
  'transfer.refused.waits': 'El operador de este servicio devolverá el dinero al cliente. No tiene que hacer nada.',
  'webhook.paused.subject': 'Webhooks a {host} en pausa',
  'webhook.paused.text':
    'Desde hace tres días, ningún webhook de {name} ha llegado a {host}. No se enviará nada más allí hasta que reanude el endpoint.',
  'webhook.disabled.subject': 'Webhooks a {host} desactivados',
  'webhook.disabled.text':
    '{host} ha respondido a un webhook de {name} con 410 Gone, así que el endpoint se ha desactivado. No se enviará nada más allí.',
  'webhook.resume':
    'Los eventos se siguen registrando. Cuando reanude el endpoint, podrá reenviar lo que no haya recibido.',
  'webhook.link': 'Abrir webhooks',
  'statement.subject': 'Su extracto de {month} está listo',
  'statement.text':
    'El extracto de {name} de {month} recoge todos los movimientos. Puede imprimirlo o descargarlo en CSV.',
  'statement.link': 'Abrir el extracto',

  'view.subject': '{view}: {period}',
  'view.text':
    'Las cifras de «{view}» de {name}, {period}, están disponibles. Puede consultarlas y exportarlas como CSV.',
  'view.link': 'Abrir las cifras',
  'account.confirm.subject': 'Confirme su dirección de correo',
  'account.confirm.text':
    'Se ha solicitado crear una cuenta con esta dirección. Si ha sido usted, confírmela para abrir la cuenta.',
  'account.confirm.link': 'Confirmar esta dirección',
  'account.confirm.after':
    'El enlace es válido durante 24 horas y le pedirá la contraseña que ha elegido. Si no ha sido usted, puede ignorar este correo: sin el enlace no se crea ninguna cuenta.',
  'account.exists.subject': 'Ya tiene una cuenta',
  'account.exists.text':
    'Se ha intentado crear una cuenta con esta dirección, pero ya tiene una, así que no se ha cambiado nada. Si ha sido usted, inicie sesión o, si ha olvidado su contraseña, elija una nueva.',
  'account.exists.link': 'Iniciar sesión',
  'account.exists.after': 'Si no ha sido usted, puede ignorar este correo.',
  'account.reset.subject': 'Elija una contraseña nueva',
  'account.reset.text':
    'Se ha solicitado una contraseña nueva para esta dirección. Si ha sido usted, elíjala con este enlace.',
  'account.reset.link': 'Elegir una contraseña nueva',
  'account.reset.after':
    'El enlace es válido durante una hora y se puede usar una sola vez. Si no ha sido usted, puede ignorar este correo: su contraseña no cambia.',
  'account.opened.subject': 'Elija su contraseña',
  'account.opened.text': 'El operador de {host} ha abierto una cuenta para esta dirección.',
  'account.opened.link': 'Elegir una contraseña',
  'account.opened.after':
    'El enlace es válido durante {hours, plural, one {# hora} other {# horas}} y se puede usar una sola vez. Sin contraseña, nadie puede iniciar sesión en la cuenta.',
  'account.unlock.subject': 'Vuelva a iniciar sesión tras demasiados intentos',
  'account.unlock.text':
    'Tras demasiados intentos fallidos, se ha solicitado iniciar sesión con esta dirección. Si ha sido usted, abra el enlace: desbloquea el inicio de sesión en el navegador en el que se abra.',
  'account.unlock.link': 'Desbloquear el inicio de sesión',
  'account.unlock.after':
    'El enlace es válido durante 15 minutos y se puede usar una sola vez. Seguirá necesitando su contraseña y, si lo usa, su código. Si no ha sido usted, puede ignorar este correo.',
  'account.notYou':
    'Si no ha sido usted, es posible que otra persona conozca su contraseña: elija una nueva ahora mismo.',
  'account.passwordChanged.subject': 'Se ha cambiado su contraseña',
  'account.passwordChanged.text': 'Se ha cambiado su contraseña y se han cerrado sus demás sesiones.',
  'account.twoStepOn.subject': 'Verificación en dos pasos activada',
  'account.twoStepOn.text':
    'A partir de ahora, para iniciar sesión hará falta, además de la contraseña, un código de su aplicación de autenticación. Se han cerrado sus demás sesiones.',
  'account.twoStepOn.wait':
    'Durante las próximas 24 horas no se podrá usar para acciones que requieren un código, como solicitar retiradas o crear claves. Todo lo demás funciona como antes.',
  'account.twoStepOff.subject': 'Verificación en dos pasos desactivada',
  'account.twoStepOff.text': 'A partir de ahora, para iniciar sesión basta con su contraseña.',
  'account.recoveryUsed.subject': 'Se ha usado un código de recuperación',
  'account.recoveryUsed.text':
    'Se ha usado uno de sus códigos de recuperación en lugar de la aplicación de autenticación. Ese código ya no sirve.',
  'account.codesGuessed.subject': 'Alguien intenta adivinar sus códigos de inicio de sesión',
  'account.codesGuessed.text':
    'Alguien ha introducido su contraseña y después varios códigos incorrectos, desde un navegador que usted no había usado antes. No ha podido iniciar sesión.',
  'account.passkeyAdded.subject': 'Se ha añadido una llave de acceso',
  'account.passkeyAdded.text':
    'Se ha añadido una llave de acceso a su cuenta. Permite iniciar sesión sin contraseña ni código. Puede eliminarla en su perfil.',
  'account.passkeyAdded.wait':
    'Durante las próximas 24 horas no se podrá usar para acciones que requieren un código, como solicitar retiradas o crear claves.',

  'account.passkeyRemoved.subject': 'Se ha eliminado una llave de acceso',
  'account.passkeyRemoved.text':
    'Se ha eliminado una llave de acceso de su cuenta y ya no sirve para iniciar sesión. Se han cerrado sus demás sesiones.',

  'account.recoveryRenewed.subject': 'Nuevos códigos de recuperación',
  'account.recoveryRenewed.text': 'Se han creado códigos de recuperación nuevos. Los anteriores ya no sirven.',
  'account.twoStepResetSoon.subject': 'Se restablecerá su verificación en dos pasos',
  'account.twoStepResetSoon.text':
    'El operador de este servicio restablecerá su verificación en dos pasos el {day} a las {clock} UTC, porque se ha comunicado la pérdida de su aplicación de autenticación. Desde ese momento bastará con su contraseña, hasta que vuelva a configurarla.',
  'account.twoStepResetSoon.stop':
    'Si no lo ha solicitado, inicie sesión antes con su aplicación de autenticación o con un código de recuperación: así se detiene el restablecimiento. Después, cambie su contraseña.',
  'account.twoStepReset.subject': 'Se ha restablecido su verificación en dos pasos',
  'account.twoStepReset.text':
    'Su aplicación de autenticación y sus códigos de recuperación ya no sirven, y se han cerrado todas sus sesiones. Inicie sesión con su contraseña y vuelva a configurar la verificación en dos pasos.',
  'account.twoStepReset.notYou':
    'Si no lo ha solicitado, cambie su contraseña ahora mismo y avise al operador de este servicio.',
  'account.deleted.subject': 'Se ha eliminado su cuenta',
  'account.deleted.byYou':
    'Como solicitó, se ha eliminado su cuenta, junto con su nombre, su dirección de correo y todo lo que usaba para iniciar sesión.',
  'account.deleted.byOperator':
    'El operador de este servicio ha eliminado su cuenta, junto con su nombre, su dirección de correo y todo lo que usaba para iniciar sesión.',
  'account.deleted.kept':
    'Los registros de pagos y retiradas se conservan sin su nombre, porque las cuentas deben cuadrar y así lo exige la ley. Los datos bancarios usados en retiradas se conservan durante el tiempo que exige la ley.',
  'account.deleted.last':
    'Este es el último correo que enviamos a esta dirección. Puede volver a usarla en cualquier momento para crear una cuenta nueva.',
  'closing.closed.subject': 'Se ha cerrado la cuenta {name}',
  'closing.closed.text':
    'Se ha cerrado la cuenta {name}. Sus claves de API y sus vinculaciones han dejado de funcionar y ya no admite más dinero.',
  'closing.closed.year': 'Durante un año podrá seguir iniciando sesión, ver todo y descargar extractos.',
  'closing.closed.mistake': 'Si se trata de un error, el operador de este servicio puede reabrirla.',
  'closing.reopened.subject': 'Se ha reabierto la cuenta {name}',
  'closing.reopened.text': 'El operador de este servicio ha reabierto la cuenta {name}.',
  'closing.reopened.restore':
    'Las claves de API, las vinculaciones, las cuentas bancarias y los endpoints de webhook no se han restablecido. Configure los que necesite.',
  'members.invitation.subject': 'Le invitan a unirse a un equipo',
  'members.invitation.text':
    'Le invitan a unirse {kind, select, service {al equipo del operador del servicio} other {a «{team}»}} en {host} con el rol de {role, select, owner {propietario} finance {finanzas} developer {desarrollador} administrator {administrador} support {soporte} other {solo lectura}}.',
  'members.invitation.operators':
    'Los operadores deben usar la verificación en dos pasos, así que tenga a mano una aplicación de autenticación.',
  'members.invitation.link': 'Ver la invitación',
  'members.invitation.after':
    'El enlace es válido durante {days, plural, one {# día} other {# días}}, se puede usar una sola vez y solo sirve si se inicia sesión con esta dirección. Si aún no tiene cuenta, puede crear una.',
  'members.invitation.ignore': 'Si no esperaba esta invitación, puede ignorar este correo.',
  'members.joined.subject': 'Un nuevo miembro se ha unido',
  'members.joined.text':
    '«{member}» se ha unido {kind, select, service {al equipo del operador del servicio} other {a «{team}»}} con el rol de {role, select, owner {propietario} finance {finanzas} developer {desarrollador} administrator {administrador} support {soporte} other {solo lectura}}.',
  'members.joined.unexpected': 'Si no lo esperaba, elimine a esta persona en Miembros y cambie su contraseña.',
  'members.roleChanged.subject': 'Se ha cambiado su rol',
  'members.roleChanged.text':
    'Su rol {kind, select, service {en el equipo del operador del servicio} other {en «{team}»}} es ahora {role, select, owner {propietario} finance {finanzas} developer {desarrollador} administrator {administrador} support {soporte} other {solo lectura}}.',
  'singleSignOn.changed.subject': 'Se cambió el inicio de sesión único',
  'singleSignOn.changed.text':
    'Los miembros de {team} ya pueden iniciar sesión a través de {issuer}. Quien gestiona ese servicio puede entrar en esta cuenta como cualquiera de sus miembros.',
  'singleSignOn.removed.text':
    'Se quitó el inicio de sesión único de {team}. Se cerró la sesión de todas las personas que habían entrado por esa vía.',
  'singleSignOn.unexpected':
    'Si no lo esperaba, abra «Inicio de sesión único» en los ajustes de la cuenta y revise los miembros.',
  'members.removed.subject': 'Ya no forma parte de un equipo',
  'members.removed.text':
    'Ya no es miembro {kind, select, service {del equipo del operador del servicio} other {de «{team}»}}. Su propia cuenta no cambia.',
  'members.removed.mistake': 'Si cree que se trata de un error, pida a un propietario que vuelva a invitarle.',
  'members.left.subject': 'Un miembro ha dejado el equipo',
  'members.left.text':
    '«{member}» ha dejado {kind, select, service {el equipo del operador del servicio} other {«{team}»}} y ya no tiene acceso.',
  'members.left.deleted':
    'Un miembro que ha eliminado su cuenta ha dejado {kind, select, service {el equipo del operador del servicio} other {«{team}»}} y ya no tiene acceso.',
  'payout.approved.subject': 'Retirada de {amount} aprobada',
  'payout.approved.text': 'Se ha aprobado su retirada de {amount}. El siguiente paso es su envío al banco.',
  'payout.sent.subject': 'Retirada de {amount} en camino',
  'payout.sent.text': 'Se han enviado {net} a su cuenta bancaria. Suelen llegar en un plazo de dos días hábiles.',
  'payout.completed.subject': 'Retirada de {amount} abonada',
  'payout.completed.text': 'Se han abonado {net} en su cuenta bancaria.',
  'payout.rejected.subject': 'Retirada de {amount} rechazada',
  'payout.rejected.text': 'Su retirada de {amount} se ha rechazado antes de enviarse al banco.',
  'payout.failed.subject': 'Retirada de {amount} devuelta',
  'payout.failed.text': 'El banco no ha abonado los {amount} o los ha devuelto.',
  'payout.backAgain':
    'El importe completo, incluida la tarifa, vuelve a estar en su saldo. Antes se descuenta lo que deba.',
  'payout.checkAccount': 'Revise la cuenta bancaria guardada antes de solicitar otra retirada.',
  'payout.inTestMode': 'En modo de prueba: {text}',
  'payout.id': 'Retirada',
  'payout.fee': 'Tarifa',
  'schedule.changed.subject': 'Retiradas automáticas modificadas',
  'schedule.changed.text':
    'Se han modificado las retiradas automáticas de {account, select, earnings {sus ganancias} commission {su comisión} clearing {su monedero de compensación} other {su monedero}} en {currency}.',
  'schedule.off.subject': 'Retiradas automáticas desactivadas',
  'schedule.off.text':
    'El saldo de {account, select, earnings {sus ganancias} commission {su comisión} clearing {su monedero de compensación} other {su monedero}} en {currency} ya no se retira automáticamente.',
  'schedule.payouts': 'Retiradas',
  'schedule.when': '{interval}, a las {time} ({timeZone})',
  'schedule.daily': 'Cada día',
  'schedule.weekly':
    'Cada semana, {day, select, 1 {los lunes} 2 {los martes} 3 {los miércoles} 4 {los jueves} 5 {los viernes} 6 {los sábados} other {los domingos}}',
  'schedule.monthly': 'Cada mes, el día {day}',
  'schedule.monthlyLast': 'Cada mes, el último día',
  'schedule.minimum': 'Mínimo',
  'schedule.kept': 'Se mantiene en la cuenta',
  'schedule.refused.subject': 'Su retirada automática en {currency} no se ha realizado',
  'schedule.refused.text':
    'No se ha podido retirar automáticamente el saldo de {account, select, earnings {sus ganancias} commission {su comisión} clearing {su monedero de compensación} other {su monedero}} en {currency}.',
  'schedule.refused.bankAccount': 'La cuenta bancaria no se puede usar.',
  'schedule.refused.amount': 'El importe es inferior a la retirada mínima o superior al límite de 24 horas.',
  'schedule.refused.account': 'La cuenta no está activa.',
  'schedule.refused.funds': 'El saldo es insuficiente.',
  'schedule.refused.after': 'El dinero sigue en su saldo. La próxima retirada se intentará en su fecha habitual.',
  'bankAccount.added.subject': 'Se ha añadido una cuenta bancaria',
  'bankAccount.added.text':
    'Se ha añadido la cuenta bancaria {account}. Durante las próximas 48 horas no se podrán aprobar retiradas a esta cuenta.',
  'bankAccount.removed.subject': 'Se ha eliminado una cuenta bancaria',
  'bankAccount.removed.text':
    'Se ha eliminado la cuenta bancaria {account}. Ya no se pueden solicitar retiradas a esta cuenta.',
  'topUp.requested.subject': 'Envíe {amount} para completar la recarga',
  'topUp.requested.text': 'Envíe {amount} desde su banco a la cuenta siguiente, con esta referencia exacta.',
  'topUp.requested.noDetails':
    'Hemos registrado su recarga de {amount}. Aún no hay datos bancarios para {currency}. Pregunte al operador de este servicio adónde enviar el dinero.',
  'topUp.requested.reference': 'La referencia nos indica que el dinero es suyo.',
  'topUp.requested.expires': 'Si el {day} aún no ha llegado nada, la recarga caduca.',
  'topUp.accountHolder': 'Titular de la cuenta',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Banco',
  'topUp.otherDetails': 'Otros datos',
  'topUp.received.subject': 'Hemos recibido {amount}',
  'topUp.received.text': 'Ha llegado su transferencia de {amount}. Ya puede usar el dinero.',
  'topUp.received.other':
    'Solicitó una recarga de {requested} y han llegado {amount}. Se ha abonado el importe recibido y ya puede usarlo.',
  'topUp.declined.subject': 'Recarga de {amount} rechazada',
  'topUp.declined.text':
    'Se ha rechazado su recarga de {amount}. Si ya ha enviado dinero, se devolverá a su cuenta bancaria.',
  'topUp.expired.subject': 'Recarga de {amount} caducada',
  'topUp.expired.text':
    'Su transferencia de {amount} no ha llegado, así que la recarga ha caducado. Si ya ha enviado el dinero, se abonará o se devolverá cuando llegue.',
  'topUp.expired.again': 'Para añadir dinero, inicie una recarga nueva y use su nueva referencia.',
  'topUp.returned.subject': 'Devolución de su transferencia de {amount}',
  'topUp.returned.text': 'Su transferencia de {amount} no se ha abonado. Se está devolviendo a la cuenta de origen.',
  'topUp.reversed.subject': 'Recarga de {amount} revertida',
  'topUp.reversed.text': 'Hemos revertido su recarga de {amount}.',
  'topUp.reversed.part': 'Hemos revertido {part} de su recarga de {amount}.',
  'topUp.reversed.debt':
    'Su saldo ha cubierto {covered}. Debe los {owed} restantes, que se descontarán del próximo dinero que reciba.',
  'cash.received.text':
    'Ha llegado su transferencia de {amount} del efectivo de {company}. Ahora tiene {handedOver} menos por entregar.',
  'cash.received.above': 'Tenía menos de lo que ha enviado. La diferencia, {above}, se ha sumado a sus ganancias.',
  'cash.reversed.subject': 'Transferencia de {amount} revertida',
  'cash.reversed.text': 'Se han revertido {amount} de su transferencia del efectivo de {company}.',
  'cash.reversed.held': 'Vuelve a estar por entregar',
  'cash.reversed.earnings': 'Descontado de sus ganancias',
  'cash.reversed.owed': 'Pasa a deber',
  'cash.limit.subject': 'Entregue el efectivo a {company}',
  'cash.limit.amount': 'Tiene {held} en efectivo de {company}: supera el límite de {limit}.',
  'cash.limit.days':
    'Tiene {held} en efectivo de {company} desde hace más de {days, plural, one {# día} other {# días}}.',
  'cash.limit.both':
    'Tiene {held} en efectivo de {company} desde hace más de {days, plural, one {# día} other {# días}} y supera el límite de {limit}.',
  'cash.limit.next':
    'Entréguelo y regístrelo en el panel, en Ganancias. Hasta entonces, es posible que no reciba más pedidos pagados en efectivo.',
  'cash.confirm.subject': '¿Confirma {amount} en efectivo?',
  'cash.confirm.text':
    '{company} indica que usted le ha entregado {amount} en efectivo. Confírmelo o rechácelo en el panel, en Ganancias.',
  'cash.declined.subject': 'No se han confirmado {amount} en efectivo',
  'cash.declined.text':
    '{company} ha rechazado los {amount} en efectivo que registró como entregados. Siguen pendientes de entregar.',
  'cash.note': 'Nota',
  'debt.repaid.subject': 'Pago de {amount} de su deuda registrado',
  'debt.repaid.text': 'Se han registrado como pagados {amount} de su deuda con {creditor}.',
  'debt.repaid.service': 'Se han registrado como pagados {amount} de su deuda con este servicio.',
  'debt.writtenOff.subject': 'Se han condonado {amount} de su deuda',
  'debt.writtenOff.text': 'Se han condonado {amount} de su deuda con {creditor}.',
  'debt.writtenOff.service': 'Se han condonado {amount} de su deuda con este servicio.',
  'debt.nothingLeft': 'Ya no debe nada en esta moneda.',
  'debt.left': 'Quedan {left} por pagar.',
  'dispute.opened.subject': 'Un cliente ha disputado un pago de {amount}',
  'dispute.opened.text':
    'El banco del cliente retiene el dinero mientras la disputa esté abierta. Se ha descontado de su saldo.',
  'dispute.opened.soon': 'Envíe pronto sus pruebas en el panel, en Disputas.',
  'dispute.opened.until': 'Envíe sus pruebas en el panel, en Disputas. Se aceptan hasta el {day} a las {clock} (UTC).',
  'dispute.won.subject': 'Ha ganado la disputa de {amount}',
  'dispute.won.text': 'El dinero vuelve a estar en su saldo.',
  'dispute.lost.subject': 'Ha perdido la disputa de {amount}',
  'dispute.lost.text': 'El cliente se queda con el dinero. No reembolse además este pago.',
  'dispute.undone.subject': 'La transferencia de {amount} no se ha revertido',
  'dispute.undone.text':
    'Se descontó de su saldo por error. El dinero ya está de vuelta; primero se salda la deuda que dejó.',
  'dispute.recalled.subject': 'El banco ha revertido una transferencia de {amount}',
  'dispute.recalled.text':
    'Con ella se había realizado el pago indicado abajo. El dinero se ha descontado de su saldo; lo que el saldo no ha cubierto es una deuda.',
  'dispute.recalled.noRefund': 'No reembolse además este pago.',
  'dispute.refused.subject': 'Pruebas de la disputa de {amount} no aceptadas',
  'dispute.refused.text':
    'El procesador de pagos las ha rechazado. Consulte el motivo en el panel, en Disputas, y vuelva a presentarlas dentro del plazo.',
  'dispute.reminder.subject': 'Tiene hasta el {day} para responder a la disputa de {amount}',
  'dispute.reminder.text':
    'Se aceptan pruebas hasta el {day} a las {clock} (UTC). Aún no se ha presentado ninguna. Sin pruebas, el cliente se queda con el dinero.',
  'dispute.reminder.where': 'Envíelas en el panel, en Disputas.',
  'dispute.id': 'Disputa',
  'dispute.reason':
    '{reason, select, credit_not_processed {Reembolso no recibido} duplicate {Cobrado dos veces} fraudulent {Fraude} general {Otro} product_not_received {No entregado} product_unacceptable {No se ajusta a la descripción} recalled {Devolución solicitada por el banco} subscription_canceled {Suscripción cancelada} unrecognized {Pago no reconocido} other {{other}}}',
};
