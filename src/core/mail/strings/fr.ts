/** The texts of mails in French. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Paiements par Sluice',
  'mail.unsubscribe': 'Se désabonner de ce type d’e-mail',
  'mail.test': 'Test : {subject}',
  'mail.because': 'Motif : {reason}',
  'mail.unexpected':
    'Si vous n’êtes pas à l’origine de cette modification, prévenez immédiatement l’opérateur de ce service et modifiez votre mot de passe.',
  'mail.open.payouts': 'Voir les versements',
  'mail.open.dispute': 'Voir le litige',
  'mail.open.topUp': 'Voir la recharge',
  'mail.openDashboard': 'Ouvrir le tableau de bord',
  'mail.amount': 'Montant',
  'mail.reason': 'Motif',
  'mail.reference': 'Référence',
  'mail.payment': 'Paiement',

  'link.invitation.subject': 'Recevez vos paiements via Sluice',
  'link.invitation.text':
    'La plateforme « {company} » souhaite vous payer via Sluice en tant que {type, select, courier {livreur} other {commerçant}}. Une fois l’invitation acceptée, votre part de ses commandes est portée à votre crédit.',
  'link.invitation.unapproved':
    'Une plateforme qui se présente comme « {company} » souhaite vous payer via Sluice en tant que {type, select, courier {livreur} other {commerçant}}. Une fois l’invitation acceptée, votre part de ses commandes est portée à votre crédit.',
  'link.invitation.warning': 'L’opérateur de ce service n’a pas encore approuvé cette plateforme.',
  'link.invitation.testOnly':
    'Cette invitation ne concerne que le mode test : aucun argent réel ne circule tant que la plateforme ne l’autorise pas.',
  'link.invitation.link': 'Voir l’invitation',
  'link.invitation.after':
    'Le lien est valable {days, plural, one {# jour} other {# jours}}, une seule fois et uniquement pour une personne connectée avec cette adresse. Rien ne se passe tant que vous n’avez pas accepté.',
  'link.invitation.ignore': 'Si vous ne connaissez pas cette plateforme, vous pouvez ignorer cet e-mail.',

  'link.ended.subject': 'Une plateforme a mis fin à votre rattachement',
  'link.ended.text':
    'La plateforme « {company} » a mis fin au rattachement {id}, qui faisait de vous son {type, select, courier {livreur} other {commerçant}}. Les commandes déjà enregistrées restent portées à votre crédit.',
  'link.ended.link': 'Voir vos plateformes',

  'live.approved.subject': '{name} peut passer en mode réel',
  'live.approved.text': 'La demande de {name} a été approuvée. Vous pouvez désormais encaisser de l’argent réel.',
  'live.approved.next': 'Pour commencer, connectez-vous, passez en mode réel et créez des clés réelles.',
  'live.refused.subject': 'Mode réel refusé pour {name}',
  'live.refused.text': 'Votre demande d’encaisser de l’argent réel avec {name} n’a pas été approuvée.',
  'live.refused.next':
    'Vous pouvez continuer à utiliser le mode test. Corrigez les informations et renvoyez la demande depuis votre tableau de bord.',
  'live.suspended.subject': 'Le compte {name} est suspendu',
  'live.suspended.text':
    'Le compte {name} a été suspendu. Vous pouvez toujours vous connecter et tout consulter, mais aucune modification n’est possible et aucun versement n’est effectué.',
  'live.resumed.subject': 'Le compte {name} est de nouveau actif',
  'live.resumed.text': 'La suspension du compte {name} a été levée. Tout fonctionne comme avant.',

  'unpayable.notApproved.subject': '{name} ne peut pas encore encaisser de paiements réels',
  'unpayable.notApproved.text':
    'Un client a ouvert le paiement {payment}. Le compte n’est pas encore approuvé pour le mode réel : le client a vu que le paiement ne pouvait pas être effectué.',
  'unpayable.notApproved.next':
    'Demandez le mode réel dans le tableau de bord. D’ici là, n’envoyez à vos clients que des paiements de test.',
  'unpayable.suspended.subject': '{name} ne peut pas encaisser de paiements',
  'unpayable.suspended.text':
    'Un client a ouvert le paiement {payment}. Le compte est suspendu : le client a vu que le paiement ne pouvait pas être effectué.',
  'unpayable.suspended.next': 'Contactez l’opérateur de ce service pour faire lever la suspension.',
  'unpayable.noCards.subject': 'Les clients de {name} ne peuvent pas payer par carte',
  'unpayable.noCards.text':
    'Un client a ouvert le paiement {payment}. Ce service n’a pas de prestataire de paiement en mode réel : le client ne pouvait payer qu’avec un portefeuille Sluice.',
  'unpayable.noCards.next': 'Demandez à l’opérateur de ce service de connecter un prestataire de paiement.',
  'unpayable.once': 'Vous recevez cet e-mail au plus une fois par jour pour un même motif.',

  'transfer.part.subject': 'Virement partiel reçu : {arrived} sur {amount}',
  'transfer.part.text':
    'Un client paie par virement bancaire et une partie seulement du montant est arrivée. Elle est conservée jusqu’à l’arrivée du reste : le paiement sera alors effectué et l’argent sera à vous.',
  'transfer.part.missing': 'Reste à recevoir',
  'transfer.refused.subject': 'Un virement de {amount} ne peut pas être accepté',
  'transfer.refused.ended': 'Le paiement était terminé : il avait expiré ou avait été annulé.',
  'transfer.refused.received': 'Le paiement avait déjà été effectué par virement bancaire.',
  'transfer.refused.paidOtherwise': 'Le paiement avait déjà été effectué par un autre moyen.',
  'transfer.refused.tooMuch':
    'Le virement dépasse le montant demandé. Le paiement est effectué ; il s’agit ici de l’excédent.',
  'transfer.refused.otherCurrency': 'Le virement n’est pas dans la devise du paiement.',
  'transfer.refused.waits':
    'L’argent est en attente chez l’opérateur de ce service, qui le renvoie au client. Vous n’avez rien à faire.',

  'webhook.paused.subject': 'Webhooks vers {host} suspendus',
  'webhook.paused.text':
    'Depuis trois jours, aucun webhook de {name} n’est parvenu à {host}. Plus rien n’y est envoyé tant que vous ne réactivez pas l’endpoint.',
  'webhook.disabled.subject': 'Webhooks vers {host} désactivés',
  'webhook.disabled.text':
    '{host} a répondu à un webhook de {name} par 410 Gone : l’endpoint a donc été désactivé. Plus rien n’y est envoyé.',
  'webhook.resume':
    'Les événements restent enregistrés. Une fois l’endpoint réactivé, vous pourrez renvoyer ceux qu’il n’a pas reçus.',
  'webhook.link': 'Ouvrir les webhooks',

  'statement.subject': 'Votre relevé est prêt : {month}',
  'statement.text':
    'Le relevé mensuel de {name} ({month}) présente tous les mouvements. Vous pouvez l’imprimer ou le télécharger au format CSV.',
  'statement.link': 'Ouvrir le relevé',

  'view.subject': '{view}: {period}',
  'view.text':
    'Les chiffres de « {view} » pour {name}, {period}, sont disponibles. Vous pouvez les consulter et les exporter au format CSV.',
  'view.link': 'Ouvrir les chiffres',

  'account.confirm.subject': 'Confirmez votre adresse e-mail',
  'account.confirm.text':
    'Une demande de création de compte a été faite avec cette adresse. Si elle vient de vous, confirmez l’adresse pour ouvrir votre compte.',
  'account.confirm.link': 'Confirmer cette adresse',
  'account.confirm.after':
    'Le lien est valable 24 heures et demande le mot de passe que vous avez choisi. Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail : sans ce lien, aucun compte n’est créé.',

  'account.exists.subject': 'Vous avez déjà un compte',
  'account.exists.text':
    'Une demande de création de compte a été faite avec cette adresse, peut-être par vous. Elle a déjà un compte : rien n’a été modifié. Connectez-vous, ou choisissez un nouveau mot de passe si vous avez oublié le vôtre.',
  'account.exists.link': 'Se connecter',
  'account.exists.after': 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',

  'account.reset.subject': 'Choisissez un nouveau mot de passe',
  'account.reset.text': 'Un nouveau mot de passe a été demandé pour cette adresse, normalement par vous.',
  'account.reset.link': 'Choisir un nouveau mot de passe',
  'account.reset.after':
    'Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, vous pouvez ignorer cet e-mail : votre mot de passe reste inchangé.',

  'account.opened.subject': 'Choisissez votre mot de passe',
  'account.opened.text': 'L’opérateur de {host} a ouvert un compte pour cette adresse.',
  'account.opened.link': 'Choisir un mot de passe',
  'account.opened.after':
    'Le lien fonctionne une seule fois, pendant {hours, plural, one {# heure} other {# heures}}. Sans mot de passe, personne ne peut se connecter au compte.',

  'account.unlock.subject': 'Débloquez votre connexion',
  'account.unlock.text':
    'Après trop de tentatives infructueuses, un lien de connexion a été demandé pour cette adresse, normalement par vous. Il débloque la connexion dans le navigateur qui l’ouvre.',
  'account.unlock.link': 'Débloquer la connexion',
  'account.unlock.after':
    'Le lien fonctionne une seule fois, pendant 15 minutes. Il vous faut toujours votre mot de passe, ainsi que votre code si vous en utilisez un. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',

  'account.notYou':
    'Si ce n’était pas vous, quelqu’un connaît peut-être votre mot de passe : choisissez-en un nouveau dès maintenant.',

  'account.passwordChanged.subject': 'Votre mot de passe a été modifié',
  'account.passwordChanged.text': 'Votre mot de passe a été modifié et vos autres sessions ont été fermées.',

  'account.twoStepOn.subject': 'La validation en deux étapes est activée',
  'account.twoStepOn.text':
    'Désormais, après votre mot de passe, la connexion demande un code de votre application d’authentification. Vos autres sessions ont été fermées.',
  'account.twoStepOn.wait':
    'Pendant les prochaines 24 heures, elle ne permet pas encore les actions qui demandent un code, comme demander un versement ou créer une clé. Tout le reste fonctionne comme avant.',

  'account.twoStepOff.subject': 'La validation en deux étapes est désactivée',
  'account.twoStepOff.text': 'Désormais, votre mot de passe suffit pour vous connecter.',

  'account.recoveryUsed.subject': 'Un code de récupération a été utilisé',
  'account.recoveryUsed.text':
    'L’un de vos codes de récupération a été utilisé à la place de votre application d’authentification. Ce code ne fonctionne plus.',

  'account.codesGuessed.subject': 'Quelqu’un essaie de deviner vos codes de connexion',
  'account.codesGuessed.text':
    'Quelqu’un a saisi votre mot de passe, puis plusieurs codes incorrects, depuis un navigateur que vous n’avez jamais utilisé. La connexion a été refusée.',

  'account.passkeyAdded.subject': 'Une clé d’accès a été ajoutée',
  'account.passkeyAdded.text':
    'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans mot de passe ni code. Vous pouvez la supprimer dans votre profil.',
  'account.passkeyAdded.wait':
    'Pendant les prochaines 24 heures, elle ne permet pas encore les actions qui demandent un code, comme demander un versement ou créer une clé API.',

  'account.passkeyRemoved.subject': 'Une clé d’accès a été supprimée',
  'account.passkeyRemoved.text':
    'Une clé d’accès a été supprimée de votre compte et ne permet plus de se connecter. Vos autres sessions ont été fermées.',

  'account.recoveryRenewed.subject': 'Nouveaux codes de récupération',
  'account.recoveryRenewed.text':
    'De nouveaux codes de récupération ont été créés. Les précédents ne fonctionnent plus.',

  'account.twoStepResetSoon.subject': 'Votre validation en deux étapes va être réinitialisée',
  'account.twoStepResetSoon.text':
    'L’opérateur de ce service réinitialisera votre validation en deux étapes le {day} à {clock} UTC, car la perte de votre application d’authentification lui a été signalée. Votre mot de passe suffira alors pour vous connecter, jusqu’à ce que vous la configuriez de nouveau.',
  'account.twoStepResetSoon.stop':
    'Si vous ne l’avez pas demandé, connectez-vous avant cette échéance avec votre application d’authentification ou un code de récupération : cela annule la réinitialisation. Modifiez ensuite votre mot de passe.',

  'account.twoStepReset.subject': 'Votre validation en deux étapes a été réinitialisée',
  'account.twoStepReset.text':
    'Votre application d’authentification et vos codes de récupération ne fonctionnent plus, et toutes vos sessions ont été fermées. Connectez-vous avec votre mot de passe et configurez de nouveau la validation en deux étapes.',
  'account.twoStepReset.notYou':
    'Si vous ne l’avez pas demandé, modifiez votre mot de passe dès maintenant et prévenez l’opérateur de ce service.',

  'account.deleted.subject': 'Votre compte est supprimé',
  'account.deleted.byYou':
    'Comme vous l’avez demandé, votre compte a été supprimé, ainsi que votre nom, votre adresse e-mail et tout ce qui vous servait à vous connecter.',
  'account.deleted.byOperator':
    'L’opérateur de ce service a supprimé votre compte, ainsi que votre nom, votre adresse e-mail et tout ce qui vous servait à vous connecter.',
  'account.deleted.kept':
    'L’historique des paiements et des versements est conservé sans votre nom, car les comptes doivent rester équilibrés et la loi l’exige. Les coordonnées bancaires utilisées pour des versements sont conservées aussi longtemps que la loi l’exige.',
  'account.deleted.last':
    'C’est le dernier e-mail envoyé à cette adresse. Vous pouvez l’utiliser à tout moment pour créer un nouveau compte.',

  'closing.closed.subject': 'Le compte {name} est clôturé',
  'closing.closed.text':
    'Le compte {name} a été clôturé. Ses clés API et ses rattachements ont pris fin, et il ne peut plus recevoir d’argent.',
  'closing.closed.year': 'Pendant un an, vous pouvez encore vous connecter, tout consulter et télécharger les relevés.',
  'closing.closed.mistake': 'S’il s’agit d’une erreur, l’opérateur de ce service peut le rouvrir.',

  'closing.reopened.subject': 'Le compte {name} est de nouveau ouvert',
  'closing.reopened.text': 'L’opérateur de ce service a rouvert le compte {name}.',
  'closing.reopened.restore':
    'Les clés API, les rattachements, les comptes bancaires et les endpoints webhook n’ont pas été rétablis. Configurez ceux dont vous avez besoin.',

  'members.invitation.subject': 'Invitation à rejoindre une équipe',
  'members.invitation.text':
    'Vous avez reçu une invitation à rejoindre {kind, select, service {l’équipe de l’opérateur du service} other {« {team} »}} sur {host} avec le rôle {role, select, owner {Propriétaire} finance {Finances} developer {Développeur} administrator {Administrateur} support {Assistance} other {Lecteur}}.',
  'members.invitation.operators':
    'Les opérateurs doivent utiliser la validation en deux étapes : préparez une application d’authentification.',
  'members.invitation.link': 'Voir l’invitation',
  'members.invitation.after':
    'Le lien est valable {days, plural, one {# jour} other {# jours}}, une seule fois et uniquement pour une personne connectée avec cette adresse. Si vous n’avez pas encore de compte, vous pouvez en créer un.',
  'members.invitation.ignore': 'Si vous n’attendiez pas cette invitation, vous pouvez ignorer cet e-mail.',

  'members.joined.subject': 'Un nouveau membre a rejoint l’équipe',
  'members.joined.text':
    '« {member} » a rejoint {kind, select, service {l’équipe de l’opérateur du service} other {« {team} »}} avec le rôle {role, select, owner {Propriétaire} finance {Finances} developer {Développeur} administrator {Administrateur} support {Assistance} other {Lecteur}}.',
  'members.joined.unexpected':
    'Si ce n’était pas prévu, retirez ce membre à la page Membres et modifiez votre mot de passe.',

  'members.roleChanged.subject': 'Votre rôle a été modifié',
  'members.roleChanged.text':
    'Vous avez désormais le rôle {role, select, owner {Propriétaire} finance {Finances} developer {Développeur} administrator {Administrateur} support {Assistance} other {Lecteur}} dans {kind, select, service {l’équipe de l’opérateur du service} other {« {team} »}}.',

  'singleSignOn.changed.subject': 'L’authentification unique a été modifiée',
  'singleSignOn.changed.text':
    'Les membres de {team} peuvent désormais se connecter via {issuer}. La personne qui gère ce service peut se connecter à ce compte au nom de n’importe quel membre.',
  'singleSignOn.removed.text':
    'L’authentification unique a été supprimée pour {team}. Toutes les personnes connectées par ce moyen ont été déconnectées.',
  'singleSignOn.unexpected':
    'Si vous ne vous y attendiez pas, ouvrez « Authentification unique » dans les paramètres du compte et vérifiez les membres.',
  'members.removed.subject': 'Vous ne faites plus partie d’une équipe',
  'members.removed.text':
    'Vous n’êtes plus membre de {kind, select, service {l’équipe de l’opérateur du service} other {« {team} »}}. Votre propre compte reste inchangé.',
  'members.removed.mistake':
    'Si vous pensez qu’il s’agit d’une erreur, demandez à un propriétaire de vous inviter de nouveau.',

  'members.left.subject': 'Un membre a quitté l’équipe',
  'members.left.text':
    '« {member} » a quitté {kind, select, service {l’équipe de l’opérateur du service} other {« {team} »}} et n’y a plus accès.',
  'members.left.deleted':
    'Un membre qui a supprimé son compte a quitté {kind, select, service {l’équipe de l’opérateur du service} other {« {team} »}} et n’y a plus accès.',

  'payout.approved.subject': 'Votre versement de {amount} est approuvé',
  'payout.approved.text': 'Votre versement de {amount} est approuvé et va être envoyé à votre banque.',
  'payout.sent.subject': 'Votre versement de {amount} est en route',
  'payout.sent.text': '{net} ont été envoyés sur votre compte bancaire. Le délai habituel est de deux jours ouvrés.',
  'payout.completed.subject': 'Votre versement de {amount} a été payé',
  'payout.completed.text': '{net} ont été versés sur votre compte bancaire.',
  'payout.rejected.subject': 'Votre versement de {amount} a été rejeté',
  'payout.rejected.text': 'Votre versement de {amount} a été rejeté avant son envoi à la banque.',
  'payout.failed.subject': 'Votre versement de {amount} a été renvoyé',
  'payout.failed.text': 'La banque n’a pas exécuté le versement de {amount}, ou l’a renvoyé.',
  'payout.backAgain':
    'Le montant total, frais compris, est de retour sur votre solde. Ce que vous devez en est d’abord déduit.',
  'payout.checkAccount': 'Vérifiez le compte bancaire enregistré avant de demander un autre versement.',
  'payout.inTestMode': 'En mode test : {text}',
  'payout.id': 'Versement',
  'payout.fee': 'Frais',

  'schedule.changed.subject': 'Vos versements automatiques ont été modifiés',
  'schedule.changed.text':
    'Les versements automatiques de {account, select, earnings {vos revenus} commission {votre commission} clearing {votre compensation} other {votre portefeuille}} en {currency} ont été modifiés.',
  'schedule.off.subject': 'Vos versements automatiques ont été désactivés',
  'schedule.off.text':
    'Les versements automatiques de {account, select, earnings {vos revenus} commission {votre commission} clearing {votre compensation} other {votre portefeuille}} en {currency} ont été désactivés.',
  'schedule.payouts': 'Versements',
  'schedule.when': '{interval}, à {time} ({timeZone})',
  'schedule.daily': 'Tous les jours',
  'schedule.weekly':
    'Chaque {day, select, 1 {lundi} 2 {mardi} 3 {mercredi} 4 {jeudi} 5 {vendredi} 6 {samedi} other {dimanche}}',
  'schedule.monthly': 'Le {day} de chaque mois',
  'schedule.monthlyLast': 'Le dernier jour de chaque mois',
  'schedule.minimum': 'Au moins',
  'schedule.kept': 'À garder sur le compte',
  'schedule.refused.subject': 'Votre versement automatique en {currency} n’a pas eu lieu',
  'schedule.refused.text':
    'Le versement automatique de {account, select, earnings {vos revenus} commission {votre commission} clearing {votre compensation} other {votre portefeuille}} en {currency} n’a pas pu être effectué.',
  'schedule.refused.bankAccount': 'Le compte bancaire ne peut pas être utilisé.',
  'schedule.refused.amount': 'Le montant est inférieur au versement minimum ou supérieur à la limite sur 24 heures.',
  'schedule.refused.account': 'Le compte n’est pas actif.',
  'schedule.refused.funds': 'Le solde est insuffisant.',
  'schedule.refused.after':
    'L’argent est toujours sur votre solde. Le prochain versement sera tenté à la date habituelle.',

  'bankAccount.added.subject': 'Un compte bancaire a été ajouté',
  'bankAccount.added.text':
    'Le compte bancaire {account} a été ajouté. Pendant les prochaines 48 heures, aucun versement vers ce compte ne peut être approuvé.',
  'bankAccount.removed.subject': 'Un compte bancaire a été supprimé',
  'bankAccount.removed.text':
    'Le compte bancaire {account} a été supprimé. Plus aucun versement ne peut être demandé vers ce compte.',

  'topUp.requested.subject': 'Virez {amount} pour terminer votre recharge',
  'topUp.requested.text':
    'Virez {amount} depuis votre banque vers le compte ci-dessous, en indiquant exactement cette référence.',
  'topUp.requested.noDetails':
    'Nous avons enregistré votre recharge de {amount}. Il n’y a pas encore de coordonnées bancaires pour la devise {currency}. Demandez à l’opérateur de ce service où envoyer l’argent.',
  'topUp.requested.reference': 'La référence nous indique que l’argent vient de vous.',
  'topUp.requested.expires': 'Si rien n’est arrivé d’ici le {day}, la recharge expire.',
  'topUp.accountHolder': 'Titulaire du compte',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Banque',
  'topUp.otherDetails': 'Autres informations',

  'topUp.received.subject': 'Nous avons reçu {amount}',
  'topUp.received.text': 'Votre virement de {amount} est arrivé. L’argent est disponible.',
  'topUp.received.other':
    'Vous avez demandé une recharge de {requested}, et {amount} sont arrivés. Le montant reçu a été crédité et il est disponible.',

  'topUp.declined.subject': 'Votre recharge de {amount} a été refusée',
  'topUp.declined.text':
    'Votre recharge de {amount} a été refusée. L’argent que vous auriez déjà envoyé sera renvoyé sur votre compte bancaire.',

  'topUp.expired.subject': 'Votre recharge de {amount} a expiré',
  'topUp.expired.text':
    'Votre virement de {amount} n’est pas arrivé : la recharge a donc expiré. Si vous avez envoyé l’argent, il sera crédité ou renvoyé à son arrivée.',
  'topUp.expired.again':
    'Pour ajouter de l’argent, faites une nouvelle demande de recharge et utilisez sa nouvelle référence.',

  'topUp.returned.subject': 'Votre virement de {amount} vous est renvoyé',
  'topUp.returned.text':
    'Votre virement de {amount} n’a pas été crédité. Il est renvoyé sur le compte d’où il provient.',

  'topUp.reversed.subject': 'Votre recharge de {amount} a été annulée',
  'topUp.reversed.text': 'Nous avons annulé votre recharge de {amount}.',
  'topUp.reversed.part': 'Nous avons annulé {part} de votre recharge de {amount}.',
  'topUp.reversed.debt':
    'Votre solde a couvert {covered}. Vous devez le reste, soit {owed} : ce montant sera déduit de l’argent que vous recevrez.',

  'cash.received.text':
    'Votre virement de {amount} au titre des espèces de {company} est arrivé. Vous détenez désormais {handedOver} de moins en espèces.',
  'cash.received.above':
    'Vous déteniez moins que vous n’avez envoyé. La différence, {above}, a été ajoutée à vos revenus.',
  'cash.reversed.subject': 'Votre virement de {amount} a été annulé',
  'cash.reversed.text': '{amount} de votre virement au titre des espèces de {company} ont été repris.',
  'cash.reversed.held': 'Espèces de nouveau en main',
  'cash.reversed.earnings': 'Repris sur vos revenus',
  'cash.reversed.owed': 'Vous devez',

  'cash.limit.subject': 'Remettez des espèces à {company}',
  'cash.limit.amount':
    'Vous détenez {held} en espèces pour le compte de {company} : c’est plus que le plafond de {limit}.',
  'cash.limit.days':
    'Vous détenez {held} en espèces pour le compte de {company} depuis plus de {days, plural, one {# jour} other {# jours}}.',
  'cash.limit.both':
    'Vous détenez {held} en espèces pour le compte de {company} : c’est plus que le plafond de {limit}, et depuis plus de {days, plural, one {# jour} other {# jours}}.',
  'cash.limit.next':
    'Remettez-les et enregistrez la remise dans le tableau de bord, à la page Revenus. D’ici là, il se peut que vous ne receviez plus de commandes payées en espèces.',

  'cash.confirm.subject': 'Confirmez-vous la remise de {amount} en espèces ?',
  'cash.confirm.text':
    '{company} indique que vous lui avez remis {amount} en espèces. Confirmez ou refusez dans le tableau de bord, à la page Revenus.',
  'cash.declined.subject': 'Remise de {amount} en espèces non confirmée',
  'cash.declined.text':
    '{company} n’a pas confirmé la remise de {amount} en espèces que vous aviez enregistrée. Vous détenez toujours cet argent.',
  'cash.note': 'Note',

  'debt.repaid.subject': 'Votre remboursement de {amount} a été enregistré',
  'debt.repaid.text': 'Le remboursement de {amount} de votre dette envers {creditor} a été enregistré.',
  'debt.repaid.service': 'Le remboursement de {amount} de votre dette envers ce service a été enregistré.',
  'debt.writtenOff.subject': 'Votre dette est réduite de {amount}',
  'debt.writtenOff.text': '{creditor} a renoncé à {amount} que vous lui deviez.',
  'debt.writtenOff.service': 'Ce service a renoncé à {amount} que vous lui deviez.',
  'debt.nothingLeft': 'Vous ne devez plus rien dans cette devise.',
  'debt.left': 'Reste dû : {left}.',

  'dispute.opened.subject': 'Un client conteste un paiement de {amount}',
  'dispute.opened.text':
    'La banque du client a repris l’argent le temps du litige. Le montant a été déduit de votre solde.',
  'dispute.opened.soon': 'Envoyez rapidement vos justificatifs dans le tableau de bord, à la page Litiges.',
  'dispute.opened.until':
    'Envoyez vos justificatifs dans le tableau de bord, à la page Litiges. Ils sont acceptés jusqu’au {day}, {clock} (UTC).',
  'dispute.won.subject': 'Vous avez gagné le litige de {amount}',
  'dispute.won.text': 'L’argent est de retour sur votre solde.',
  'dispute.lost.subject': 'Vous avez perdu le litige de {amount}',
  'dispute.lost.text': 'Le client garde l’argent. Ne remboursez pas ce paiement en plus.',
  'dispute.undone.subject': 'Le virement de {amount} n’a finalement pas été repris',
  'dispute.undone.text':
    'Il avait été déduit de votre solde par erreur. L’argent est de retour ; la dette qui en résultait est réglée en premier.',
  'dispute.recalled.subject': 'La banque a repris un virement de {amount}',
  'dispute.recalled.text':
    'Il avait servi au paiement ci-dessous. Le montant a été déduit de votre solde ; ce que le solde ne couvrait pas est une dette.',
  'dispute.recalled.noRefund': 'Ne remboursez pas ce paiement en plus.',
  'dispute.refused.subject': 'Justificatifs refusés pour le litige de {amount}',
  'dispute.refused.text':
    'Le prestataire de paiement les a refusés. Consultez le motif dans le tableau de bord, à la page Litiges, et renvoyez-les avant l’échéance.',
  'dispute.reminder.subject': 'Litige de {amount} : répondez au plus tard le {day}',
  'dispute.reminder.text':
    'Les justificatifs sont acceptés jusqu’au {day}, {clock} (UTC). Rien n’a encore été envoyé. Sans justificatifs, le client garde l’argent.',
  'dispute.reminder.where': 'Envoyez-les dans le tableau de bord, à la page Litiges.',
  'dispute.id': 'Litige',
  'dispute.reason':
    '{reason, select, credit_not_processed {remboursement non reçu} duplicate {débité deux fois} fraudulent {fraude} general {autre} product_not_received {non livré} product_unacceptable {non conforme à la description} recalled {virement repris par la banque} subscription_canceled {abonnement résilié} unrecognized {paiement non reconnu} other {{other}}}',
};
