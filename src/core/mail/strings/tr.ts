/** The texts of mails in Turkish. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'Ödemeler Sluice ile',
  'mail.unsubscribe': 'Bu tür e-postaları durdur',
  'mail.test': 'Test: {subject}',
  'mail.because': 'Neden: {reason}',
  'mail.unexpected': 'Bunu beklemiyorsanız hemen hizmet sağlayıcıya bildirin ve parolanızı değiştirin.',
  'mail.open.payouts': 'Para çekme işlemlerini görüntüle',
  'mail.open.dispute': 'İtirazı görüntüle',
  'mail.open.topUp': 'Para yüklemeyi görüntüle',
  'mail.openDashboard': 'Kontrol panelini aç',
  'mail.amount': 'Tutar',
  'mail.reason': 'Neden',
  'mail.reference': 'Referans',
  'mail.payment': 'Ödeme',
  'link.invitation.subject': 'Sluice üzerinden ödeme almaya davet edildiniz',
  'link.invitation.text':
    '“{company}” platformu, {type, select, courier {kurye} other {iş yeri}} olarak size Sluice üzerinden ödeme yapmak istiyor. Kabul ettiğinizde platformun siparişlerindeki payınız hesabınıza geçer.',
  'link.invitation.unapproved':
    'Adını “{company}” olarak belirten bir platform, {type, select, courier {kurye} other {iş yeri}} olarak size Sluice üzerinden ödeme yapmak istiyor. Kabul ettiğinizde platformun siparişlerindeki payınız hesabınıza geçer.',
  'link.invitation.warning': 'Hizmet sağlayıcı bu platformu henüz onaylamadı.',
  'link.invitation.testOnly':
    'Bu davet test modu içindir: platform daha sonra izin vermedikçe gerçek para kullanılmaz.',
  'link.invitation.link': 'Daveti görüntüle',
  'link.invitation.after':
    'Bağlantı {days, plural, one {# gün} other {# gün}} geçerlidir, bir kez kullanılabilir ve yalnızca bu adresle oturum açanlar için çalışır. Siz kabul edene kadar hiçbir şey değişmez.',
  'link.invitation.ignore': 'Bu platformu tanımıyorsanız bu e-postayı dikkate almayın.',
  'link.ended.subject': 'Bir platform sizinle olan bağlantısını sonlandırdı',
  'link.ended.text':
    '“{company}” platformu, {type, select, courier {kuryesi} other {iş yeri}} olduğunuz {id} numaralı bağlantıyı sonlandırdı. Kaydedilmiş siparişlerdeki paylarınız yine hesabınıza geçer.',
  'link.ended.link': 'Platformlarınızı görüntüleyin',
  'live.approved.subject': '{name} canlı moda geçebilir',
  'live.approved.text': '{name} onaylandı. Artık gerçek para kabul edebilirsiniz.',
  'live.approved.next': 'Başlamak için oturum açın, canlı moda geçin ve canlı anahtarlar oluşturun.',
  'live.refused.subject': '{name} canlı mod için onaylanmadı',
  'live.refused.text': '{name} hesabıyla gerçek para kabul etme talebiniz onaylanmadı.',
  'live.refused.next':
    'Test modunu kullanmaya devam edebilirsiniz. Bilgileri düzeltin ve talebi kontrol panelinden yeniden gönderin.',
  'live.suspended.subject': '{name} askıya alındı',
  'live.suspended.text':
    '{name} hesabı askıya alındı. Oturum açıp her şeyi görüntüleyebilirsiniz, ancak hiçbir şey değiştirilemez ve para çekilemez.',
  'live.resumed.subject': '{name} yeniden etkin',
  'live.resumed.text': '{name} hesabının askısı kaldırıldı. Her şey eskisi gibi çalışıyor.',
  'unpayable.notApproved.subject': '{name} henüz canlı ödeme alamıyor',
  'unpayable.notApproved.text':
    'Bir müşteri {payment} numaralı ödemeyi açtı. Hesap henüz canlı mod için onaylanmadığından müşteri, ödemenin yapılamadığını gördü.',
  'unpayable.notApproved.next':
    'Kontrol panelinden canlı mod talep edin. O zamana kadar müşterilere yalnızca test ödemeleri gönderin.',
  'unpayable.suspended.subject': '{name} ödeme alamıyor',
  'unpayable.suspended.text':
    'Bir müşteri {payment} numaralı ödemeyi açtı. Hesap askıda olduğundan müşteri, ödemenin yapılamadığını gördü.',
  'unpayable.suspended.next': 'Askının kaldırılması için hizmet sağlayıcıyla iletişime geçin.',
  'unpayable.noCards.subject': '{name} müşterileri kartla ödeyemiyor',
  'unpayable.noCards.text':
    'Bir müşteri {payment} numaralı ödemeyi açtı. Bu hizmetin canlı modda bir ödeme kuruluşu olmadığından müşteri yalnızca Sluice cüzdanından ödeyebildi.',
  'unpayable.noCards.next': 'Hizmet sağlayıcıdan bir ödeme kuruluşu bağlamasını isteyin.',
  'unpayable.once': 'Bu e-posta, aynı nedenle günde en fazla bir kez gönderilir.',
  'transfer.part.subject': '{arrived} ulaştı (toplam {amount})',
  'transfer.part.text':
    'Bir müşteri banka havalesiyle ödüyor ve tutarın yalnızca bir kısmı ulaştı. Kalanı gelene kadar bu tutar bekletilir; ardından ödeme tamamlanır ve para sizin olur.',
  'transfer.part.missing': 'Kalan',
  'transfer.refused.subject': '{amount} tutarındaki banka havalesi kabul edilemedi',
  'transfer.refused.ended': 'Ödeme artık geçerli değildi: süresi dolmuş veya iptal edilmişti.',
  'transfer.refused.received': 'Ödeme daha önce banka havalesiyle yapılmıştı.',
  'transfer.refused.paidOtherwise': 'Ödeme başka bir yolla yapılmıştı.',
  'transfer.refused.tooMuch': 'Gelen tutar, istenen ödemeden fazla. Ödeme tamamlandı; bu, üzerinde kalan tutardır.',
  'transfer.refused.otherCurrency': 'Havale, ödemeden farklı bir para biriminde.',
  'transfer.refused.waits': 'Parayı hizmet sağlayıcı müşteriye geri gönderecek. Sizin bir şey yapmanız gerekmiyor.',
  'webhook.paused.subject': '{host} adresine webhook gönderimi duraklatıldı',
  'webhook.paused.text':
    'Üç gündür {name} hesabının hiçbir webhook’u {host} adresine ulaşmadı. Uç noktayı yeniden etkinleştirene kadar oraya bir şey gönderilmez.',
  'webhook.disabled.subject': '{host} adresine webhook gönderimi devre dışı',
  'webhook.disabled.text':
    '{host} adresi, {name} hesabının bir webhook’una 410 Gone yanıtı verdi; bu nedenle uç nokta devre dışı bırakıldı. Oraya artık bir şey gönderilmez.',
  'webhook.resume':
    'Olaylar kaydedilmeye devam ediyor. Uç noktayı yeniden etkinleştirdikten sonra kaçırdıklarını yeniden gönderebilirsiniz.',
  'webhook.link': 'Webhook’ları aç',
  'statement.subject': '{month} hesap özetiniz hazır',
  'statement.text':
    '{name} hesabının {month} özeti tüm hareketleri içerir. Yazdırabilir veya CSV olarak indirebilirsiniz.',
  'statement.link': 'Hesap özetini aç',

  'view.subject': '{view}: {period}',
  'view.text':
    '{name} hesabının “{view}” görünümündeki {period} verileri hazır. Görüntüleyebilir ve CSV olarak dışa aktarabilirsiniz.',
  'view.link': 'Verileri aç',
  'account.confirm.subject': 'E-posta adresinizi onaylayın',
  'account.confirm.text': 'Bu adresle bir kayıt yapıldı. Kaydolan sizseniz hesabınızın açılması için adresi onaylayın.',
  'account.confirm.link': 'Adresi onayla',
  'account.confirm.after':
    'Bağlantı 24 saat geçerlidir ve seçtiğiniz parolayı sorar. Kaydolan siz değilseniz bu e-postayı dikkate almayın: bağlantı kullanılmadan hesap oluşturulmaz.',
  'account.exists.subject': 'Zaten bir hesabınız var',
  'account.exists.text':
    'Bu adresle kaydolmaya çalışıldı. Adresin zaten bir hesabı olduğundan hiçbir şey değişmedi. Bunu siz yaptıysanız oturum açın; parolanızı unuttuysanız yeni bir parola seçin.',
  'account.exists.link': 'Oturum aç',
  'account.exists.after': 'Bunu siz yapmadıysanız bu e-postayı dikkate almayın.',
  'account.reset.subject': 'Yeni bir parola seçin',
  'account.reset.text':
    'Bu adres için yeni bir parola istendi. Bunu siz istediyseniz aşağıdaki bağlantıdan yeni parolanızı seçin.',
  'account.reset.link': 'Yeni parola seç',
  'account.reset.after':
    'Bağlantı bir kez kullanılabilir ve bir saat geçerlidir. Bunu siz istemediyseniz bu e-postayı dikkate almayın: parolanız değişmez.',
  'account.opened.subject': 'Parolanızı seçin',
  'account.opened.text': '{host} hizmetinin sağlayıcısı bu adres için bir hesap açtı.',
  'account.opened.link': 'Parola seç',
  'account.opened.after':
    'Bağlantı bir kez kullanılabilir ve {hours, plural, one {# saat} other {# saat}} geçerlidir. Parola seçilmeden bu hesapta kimse oturum açamaz.',
  'account.unlock.subject': 'Çok sayıda denemeden sonra yeniden oturum açın',
  'account.unlock.text':
    'Çok sayıda başarısız denemeden sonra bu adresle oturum açılmak istendi. Bunu siz istediyseniz bağlantıyı açın: açıldığı tarayıcıda oturum açma kilidini kaldırır.',
  'account.unlock.link': 'Kilidi kaldır',
  'account.unlock.after':
    'Bağlantı bir kez kullanılabilir ve 15 dakika geçerlidir. Parolanız, kullanıyorsanız doğrulama kodunuz da yine gerekir. Bunu siz istemediyseniz bu e-postayı dikkate almayın.',
  'account.notYou': 'Bunu siz yapmadıysanız parolanızı başka biri biliyor olabilir: hemen yeni bir parola seçin.',
  'account.passwordChanged.subject': 'Parolanız değiştirildi',
  'account.passwordChanged.text': 'Parolanız değiştirildi ve diğer oturumlarınız sonlandırıldı.',
  'account.twoStepOn.subject': 'İki adımlı doğrulama açıldı',
  'account.twoStepOn.text':
    'Bundan sonra oturum açarken parolanın ardından kimlik doğrulama uygulamanızdaki kod istenir. Diğer oturumlarınız sonlandırıldı.',
  'account.twoStepOn.wait':
    'Önümüzdeki 24 saat boyunca, para çekme talebi veya anahtar oluşturma gibi kod gerektiren işlemlerde kullanılamaz. Diğer her şey eskisi gibi çalışır.',
  'account.twoStepOff.subject': 'İki adımlı doğrulama kapatıldı',
  'account.twoStepOff.text': 'Bundan sonra oturum açmak için yalnızca parolanız yeterli.',
  'account.recoveryUsed.subject': 'Bir kurtarma kodu kullanıldı',
  'account.recoveryUsed.text':
    'Kimlik doğrulama uygulamanız yerine kurtarma kodlarınızdan biri kullanıldı. Bu kod artık geçerli değil.',
  'account.codesGuessed.subject': 'Biri oturum açma kodlarınızı tahmin etmeye çalışıyor',
  'account.codesGuessed.text':
    'Biri, daha önce kullanmadığınız bir tarayıcıdan parolanızı, ardından birkaç yanlış kod girdi. Oturum açamadı.',
  'account.passkeyAdded.subject': 'Bir geçiş anahtarı eklendi',
  'account.passkeyAdded.text':
    'Hesabınıza bir geçiş anahtarı eklendi. Bununla parola ve kod olmadan oturum açılır. Anahtarı profilinizden kaldırabilirsiniz.',
  'account.passkeyAdded.wait':
    'Önümüzdeki 24 saat boyunca, para çekme talebi veya anahtar oluşturma gibi kod gerektiren işlemlerde kullanılamaz.',

  'account.passkeyRemoved.subject': 'Bir geçiş anahtarı kaldırıldı',
  'account.passkeyRemoved.text':
    'Hesabınızdan bir geçiş anahtarı kaldırıldı. Artık bu anahtarla oturum açılamaz. Diğer oturumlarınız sonlandırıldı.',

  'account.recoveryRenewed.subject': 'Yeni kurtarma kodları',
  'account.recoveryRenewed.text': 'Yeni kurtarma kodları oluşturuldu. Öncekiler artık geçerli değil.',
  'account.twoStepResetSoon.subject': 'İki adımlı doğrulamanız sıfırlanacak',
  'account.twoStepResetSoon.text':
    'Kimlik doğrulama uygulamanızın kaybolduğu bildirildiği için hizmet sağlayıcı iki adımlı doğrulamanızı sıfırlayacak. Sıfırlama zamanı: {day} {clock} UTC. O andan itibaren, yeniden kurana kadar yalnızca parolanız yeterli olur.',
  'account.twoStepResetSoon.stop':
    'Bunu siz istemediyseniz o zamana kadar kimlik doğrulama uygulamanızla veya bir kurtarma koduyla oturum açın: bu, sıfırlamayı durdurur. Ardından parolanızı değiştirin.',
  'account.twoStepReset.subject': 'İki adımlı doğrulamanız sıfırlandı',
  'account.twoStepReset.text':
    'Kimlik doğrulama uygulamanız ve kurtarma kodlarınız artık geçerli değil; tüm oturumlarınız sonlandırıldı. Parolanızla oturum açın ve iki adımlı doğrulamayı yeniden kurun.',
  'account.twoStepReset.notYou': 'Bunu siz istemediyseniz hemen parolanızı değiştirin ve hizmet sağlayıcıya bildirin.',
  'account.deleted.subject': 'Hesabınız silindi',
  'account.deleted.byYou':
    'İsteğiniz üzerine hesabınız, adınız, e-posta adresiniz ve oturum açmak için kullandığınız her şeyle birlikte silindi.',
  'account.deleted.byOperator':
    'Hizmet sağlayıcı hesabınızı, adınız, e-posta adresiniz ve oturum açmak için kullandığınız her şeyle birlikte sildi.',
  'account.deleted.kept':
    'Ödeme ve para çekme kayıtları, defterlerin denk olması gerektiği ve yasalar bunu zorunlu kıldığı için adınız olmadan saklanır. Para çekmede kullanılan banka bilgileri yasaların gerektirdiği süre boyunca saklanır.',
  'account.deleted.last':
    'Bu, bu adrese gönderilen son e-postadır. Bu adresle istediğiniz zaman yeniden kaydolup yeni bir hesap açabilirsiniz.',
  'closing.closed.subject': '{name} hesabı kapatıldı',
  'closing.closed.text':
    '{name} hesabı kapatıldı. API anahtarları ve bağlantıları sona erdi; hesap artık para kabul etmiyor.',
  'closing.closed.year':
    'Bir yıl boyunca oturum açabilir, her şeyi görüntüleyebilir ve hesap özetlerini indirebilirsiniz.',
  'closing.closed.mistake': 'Bir yanlışlık varsa hizmet sağlayıcı hesabı yeniden açabilir.',
  'closing.reopened.subject': '{name} hesabı yeniden açıldı',
  'closing.reopened.text': 'Hizmet sağlayıcı {name} hesabını yeniden açtı.',
  'closing.reopened.restore':
    'API anahtarları, bağlantılar, banka hesapları ve webhook uç noktaları geri yüklenmedi. İhtiyacınız olanları yeniden ayarlayın.',
  'members.invitation.subject': 'Bir ekibe davet edildiniz',
  'members.invitation.text':
    '{host} üzerindeki {kind, select, service {hizmet sağlayıcı} other {“{team}”}} ekibine {role, select, owner {hesap sahibi} finance {finans} developer {geliştirici} administrator {yönetici} support {destek} other {görüntüleyici}} rolüyle davet edildiniz.',
  'members.invitation.operators':
    'Hizmet sağlayıcı ekibi için iki adımlı doğrulama gereklidir; bir kimlik doğrulama uygulamasını hazır bulundurun.',
  'members.invitation.link': 'Daveti görüntüle',
  'members.invitation.after':
    'Bağlantı {days, plural, one {# gün} other {# gün}} geçerlidir, bir kez kullanılabilir ve yalnızca bu adresle oturum açanlar için çalışır. Henüz hesabınız yoksa bir hesap oluşturabilirsiniz.',
  'members.invitation.ignore': 'Bunu beklemiyorsanız bu e-postayı dikkate almayın.',
  'members.joined.subject': 'Yeni bir üye katıldı',
  'members.joined.text':
    '“{member}”, {kind, select, service {hizmet sağlayıcı} other {“{team}”}} ekibine {role, select, owner {hesap sahibi} finance {finans} developer {geliştirici} administrator {yönetici} support {destek} other {görüntüleyici}} rolüyle katıldı.',
  'members.joined.unexpected': 'Bunu beklemiyorsanız bu kişiyi “Üyeler” sayfasından çıkarın ve parolanızı değiştirin.',
  'members.roleChanged.subject': 'Rolünüz değiştirildi',
  'members.roleChanged.text':
    '{kind, select, service {Hizmet sağlayıcı} other {“{team}”}} ekibindeki yeni rolünüz: {role, select, owner {hesap sahibi} finance {finans} developer {geliştirici} administrator {yönetici} support {destek} other {görüntüleyici}}.',
  'singleSignOn.changed.subject': 'Tek oturum açma değiştirildi',
  'singleSignOn.changed.text':
    '{team} üyeleri artık {issuer} üzerinden oturum açabilir. Bu hizmeti yöneten kişi, bu hesapta herhangi bir üye olarak oturum açabilir.',
  'singleSignOn.removed.text':
    '{team} için tek oturum açma kaldırıldı. Bu yolla oturum açmış olan herkesin oturumu kapatıldı.',
  'singleSignOn.unexpected':
    'Bunu beklemiyorsanız hesabın ayarlarında Tek oturum açma bölümünü açın ve üyeleri kontrol edin.',
  'members.removed.subject': 'Bir ekipten çıkarıldınız',
  'members.removed.text':
    'Artık {kind, select, service {hizmet sağlayıcı} other {“{team}”}} ekibinin üyesi değilsiniz. Kendi hesabınız olduğu gibi kalır.',
  'members.removed.mistake':
    'Bir yanlışlık olduğunu düşünüyorsanız hesap sahiplerinden birinden sizi yeniden davet etmesini isteyin.',
  'members.left.subject': 'Bir üye ayrıldı',
  'members.left.text':
    '“{member}”, {kind, select, service {hizmet sağlayıcı} other {“{team}”}} ekibinden ayrıldı ve artık erişimi yok.',
  'members.left.deleted':
    'Hesabını silen bir üye {kind, select, service {hizmet sağlayıcı} other {“{team}”}} ekibinden ayrıldı ve artık erişimi yok.',
  'payout.approved.subject': '{amount} para çekme talebiniz onaylandı',
  'payout.approved.text':
    '{amount} tutarındaki para çekme talebiniz onaylandı ve sıradaki gönderimle bankanıza iletilecek.',
  'payout.sent.subject': 'Çektiğiniz {amount} yolda',
  'payout.sent.text': '{net} banka hesabınıza gönderildi. Genellikle iki iş günü içinde ulaşır.',
  'payout.completed.subject': 'Çektiğiniz {amount} ödendi',
  'payout.completed.text': '{net} banka hesabınıza ödendi.',
  'payout.rejected.subject': '{amount} para çekme talebiniz reddedildi',
  'payout.rejected.text': '{amount} tutarındaki para çekme talebiniz bankaya gönderilmeden reddedildi.',
  'payout.failed.subject': 'Çektiğiniz {amount} geri döndü',
  'payout.failed.text': 'Banka {amount} tutarını ödemedi veya geri gönderdi.',
  'payout.backAgain': 'Ücret dahil tutarın tamamı yeniden bakiyenizde. Varsa borçlarınız önce bu tutardan kesilir.',
  'payout.checkAccount': 'Yeniden para çekmeden önce kayıtlı banka hesabını kontrol edin.',
  'payout.inTestMode': 'Test modunda: {text}',
  'payout.id': 'Para çekme',
  'payout.fee': 'Ücret',
  'schedule.changed.subject': 'Otomatik para çekme değiştirildi',
  'schedule.changed.text':
    '{currency} {account, select, earnings {kazançlarınız} commission {komisyonunuz} clearing {mutabakat cüzdanınız} other {cüzdanınız}} için otomatik para çekme ayarı değiştirildi.',
  'schedule.off.subject': 'Otomatik para çekme kapatıldı',
  'schedule.off.text':
    '{currency} {account, select, earnings {kazançlarınız} commission {komisyonunuz} clearing {mutabakat cüzdanınız} other {cüzdanınız}} için artık otomatik para çekilmiyor.',
  'schedule.payouts': 'Para çekme',
  'schedule.when': '{interval}, saat {time} ({timeZone})',
  'schedule.daily': 'Her gün',
  'schedule.weekly':
    'Her {day, select, 1 {pazartesi} 2 {salı} 3 {çarşamba} 4 {perşembe} 5 {cuma} 6 {cumartesi} other {pazar}}',
  'schedule.monthly': 'Her ayın {day}. günü',
  'schedule.monthlyLast': 'Her ayın son günü',
  'schedule.minimum': 'En az',
  'schedule.kept': 'Hesapta kalan',
  'schedule.refused.subject': 'Otomatik {currency} para çekme yapılamadı',
  'schedule.refused.text':
    '{currency} {account, select, earnings {kazançlarınız} commission {komisyonunuz} clearing {mutabakat cüzdanınız} other {cüzdanınız}} için otomatik para çekme yapılamadı.',
  'schedule.refused.bankAccount': 'Banka hesabı kullanılamıyor.',
  'schedule.refused.amount': 'Tutar en düşük çekim tutarının altında veya 24 saatlik sınırın üzerinde.',
  'schedule.refused.account': 'Hesap etkin değil.',
  'schedule.refused.funds': 'Bakiye yetersiz.',
  'schedule.refused.after': 'Para hâlâ bakiyenizde. Bir sonraki para çekme her zamanki gününde denenecek.',
  'bankAccount.added.subject': 'Bir banka hesabı eklendi',
  'bankAccount.added.text':
    '{account} numaralı banka hesabı eklendi. Bu hesaba yapılan para çekme talepleri önümüzdeki 48 saat boyunca onaylanamaz.',
  'bankAccount.removed.subject': 'Bir banka hesabı kaldırıldı',
  'bankAccount.removed.text': '{account} numaralı banka hesabı kaldırıldı. Bu hesaba artık para çekilemez.',
  'topUp.requested.subject': 'Para yüklemeyi tamamlamak için {amount} gönderin',
  'topUp.requested.text': 'Bankanızdan aşağıdaki hesaba {amount} gönderin; referansı tam olarak aşağıdaki gibi yazın.',
  'topUp.requested.noDetails':
    '{amount} tutarındaki para yükleme talebinizi kaydettik. {currency} için henüz banka bilgisi yok. Parayı nereye göndereceğinizi hizmet sağlayıcıya sorun.',
  'topUp.requested.reference': 'Paranın size ait olduğunu bu referanstan anlarız.',
  'topUp.requested.expires': 'Para {day} tarihine kadar ulaşmazsa para yüklemenin süresi dolar.',
  'topUp.accountHolder': 'Hesap sahibi',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Banka',
  'topUp.otherDetails': 'Diğer bilgiler',
  'topUp.received.subject': '{amount} ulaştı',
  'topUp.received.text': '{amount} tutarındaki havaleniz ulaştı ve kullanıma hazır.',
  'topUp.received.other':
    '{requested} yüklemek istediniz, {amount} ulaştı. Ulaşan tutar bakiyenize eklendi ve kullanıma hazır.',
  'topUp.declined.subject': '{amount} para yüklemeniz reddedildi',
  'topUp.declined.text':
    '{amount} tutarındaki para yüklemeniz reddedildi. Gönderdiğiniz para varsa banka hesabınıza iade edilecek.',
  'topUp.expired.subject': '{amount} para yüklemenizin süresi doldu',
  'topUp.expired.text':
    '{amount} tutarındaki havaleniz ulaşmadığı için para yüklemenin süresi doldu. Parayı gönderdiyseniz ulaştığında bakiyenize eklenecek veya iade edilecek.',
  'topUp.expired.again': 'Para eklemek için yeni bir para yükleme başlatın ve yeni referansı kullanın.',
  'topUp.returned.subject': '{amount} tutarındaki havaleniz iade ediliyor',
  'topUp.returned.text': '{amount} tutarındaki havaleniz bakiyenize eklenmedi. Gönderildiği hesaba iade ediliyor.',
  'topUp.reversed.subject': '{amount} para yüklemeniz geri alındı',
  'topUp.reversed.text': '{amount} tutarındaki para yüklemeniz geri alındı.',
  'topUp.reversed.part': '{amount} tutarındaki para yüklemenizin {part} kısmı geri alındı.',
  'topUp.reversed.debt':
    'Bakiyeniz {covered} tutarını karşıladı. Kalan {owed} borcunuzdur ve alacağınız sonraki paradan kesilecek.',
  'cash.received.text':
    '{company} platformunun nakdi için yaptığınız {amount} tutarındaki havale ulaştı. Elinizdeki nakit {handedOver} azaldı.',
  'cash.received.above': 'Elinizdekinden fazlasını gönderdiniz. Fazla olan {above} kazançlarınıza eklendi.',
  'cash.reversed.subject': '{amount} tutarındaki havaleniz geri alındı',
  'cash.reversed.text': '{company} platformunun nakdi için yaptığınız havalenin {amount} kısmı geri alındı.',
  'cash.reversed.held': 'Yeniden elinizde',
  'cash.reversed.earnings': 'Kazançlarınızdan kesilen',
  'cash.reversed.owed': 'Borcunuz',
  'cash.limit.subject': 'Nakit teslim edin: {company}',
  'cash.limit.amount': 'Elinizde {company} platformuna ait {held} nakit var: {limit} sınırının üzerinde.',
  'cash.limit.days':
    'Elinizde {company} platformuna ait {held} nakit var: {days, plural, one {# günden} other {# günden}} uzun süredir sizde.',
  'cash.limit.both':
    'Elinizde {company} platformuna ait {held} nakit var: {limit} sınırının üzerinde ve {days, plural, one {# günden} other {# günden}} uzun süredir sizde.',
  'cash.limit.next':
    'Nakdi teslim edin ve kontrol panelinde “Kazançlar” sayfasında kaydedin. O zamana kadar nakit ödenen yeni sipariş alamayabilirsiniz.',
  'cash.confirm.subject': '{amount} nakit teslimini onaylıyor musunuz?',
  'cash.confirm.text':
    '{company}, kendisine {amount} nakit teslim ettiğinizi bildirdi. Kontrol panelinde “Kazançlar” sayfasından onaylayın veya reddedin.',
  'cash.declined.subject': '{amount} nakit teslimi onaylanmadı',
  'cash.declined.text':
    '{company}, teslim edildi olarak kaydettiğiniz {amount} nakdi reddetti. Bu tutar hâlâ elinizde görünüyor.',
  'cash.note': 'Not',
  'debt.repaid.subject': '{amount} geri ödemeniz kaydedildi',
  'debt.repaid.text': '{creditor} alacaklısına olan borcunuzun {amount} kısmı ödendi olarak kaydedildi.',
  'debt.repaid.service': 'Bu hizmete olan borcunuzun {amount} kısmı ödendi olarak kaydedildi.',
  'debt.writtenOff.subject': 'Borcunuzun {amount} kısmı silindi',
  'debt.writtenOff.text': '{creditor} alacaklısına olan borcunuzun {amount} kısmı silindi.',
  'debt.writtenOff.service': 'Bu hizmete olan borcunuzun {amount} kısmı silindi.',
  'debt.nothingLeft': 'Bu para biriminde başka borcunuz yok.',
  'debt.left': 'Kalan borcunuz: {left}.',
  'dispute.opened.subject': 'Bir müşteri {amount} tutarındaki ödemeye itiraz etti',
  'dispute.opened.text':
    'İtiraz sonuçlanana kadar müşterinin bankası parayı geri çekti. Bu tutar bakiyenizden düşüldü.',
  'dispute.opened.soon': 'Kanıtlarınızı kısa sürede, kontrol panelindeki “İtirazlar” sayfasından gönderin.',
  'dispute.opened.until':
    'Kanıtlarınızı kontrol panelindeki “İtirazlar” sayfasından gönderin. Son kabul zamanı: {day}, {clock} (UTC).',
  'dispute.won.subject': '{amount} tutarındaki itirazı kazandınız',
  'dispute.won.text': 'Para yeniden bakiyenizde.',
  'dispute.lost.subject': '{amount} tutarındaki itirazı kaybettiniz',
  'dispute.lost.text': 'Para müşteride kalıyor. Bu ödemeyi ayrıca iade etmeyin.',
  'dispute.undone.subject': '{amount} tutarındaki havale geri alınmadı',
  'dispute.undone.text':
    'Tutar bakiyenizden yanlışlıkla düşülmüştü. Para geri döndü; önce bundan doğan borç kapatılır.',
  'dispute.recalled.subject': 'Banka {amount} tutarındaki havaleyi geri aldı',
  'dispute.recalled.text':
    'Bu havaleyle aşağıdaki ödeme yapılmıştı. Para bakiyenizden düşüldü; bakiyenin karşılamadığı kısım borç olarak kaydedildi.',
  'dispute.recalled.noRefund': 'Bu ödemeyi ayrıca iade etmeyin.',
  'dispute.refused.subject': '{amount} tutarındaki itiraz için kanıtlarınız kabul edilmedi',
  'dispute.refused.text':
    'Ödeme kuruluşu kanıtları reddetti. Nedenini kontrol panelindeki “İtirazlar” sayfasında görün ve süresi dolmadan yeniden gönderin.',
  'dispute.reminder.subject': '{amount} tutarındaki itirazı yanıtlayın (son gün: {day})',
  'dispute.reminder.text':
    'Kanıtlar için son kabul zamanı: {day}, {clock} (UTC). Henüz hiçbir şey gönderilmedi. Kanıt gönderilmezse para müşteride kalır.',
  'dispute.reminder.where': 'Kontrol panelindeki “İtirazlar” sayfasından gönderin.',
  'dispute.id': 'İtiraz',
  'dispute.reason':
    '{reason, select, credit_not_processed {iade alınmadı} duplicate {iki kez tahsil edildi} fraudulent {dolandırıcılık} general {diğer} product_not_received {teslim edilmedi} product_unacceptable {açıklandığı gibi değil} recalled {havale geri alındı} subscription_canceled {abonelik iptal edilmişti} unrecognized {tanınmıyor} other {{other}}}',
};
