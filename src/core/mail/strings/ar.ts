/** The texts of mails in Arabic. */
import type { MailString } from './en.ts';

export const strings: Record<MailString, string> = {
  'mail.signature': 'المدفوعات عبر Sluice',
  'mail.unsubscribe': 'إلغاء الاشتراك في هذا النوع من الرسائل',
  'mail.test': 'اختبار: {subject}',
  'mail.because': 'السبب: {reason}',
  'mail.unexpected': 'إذا لم تكن تتوقع ذلك، فأبلغ مشغّل الخدمة فورًا وغيّر كلمة المرور.',
  'mail.open.payouts': 'عرض السحوبات',
  'mail.open.dispute': 'عرض الاعتراض',
  'mail.open.topUp': 'عرض الشحن',
  'mail.openDashboard': 'فتح لوحة التحكم',
  'mail.amount': 'المبلغ',
  'mail.reason': 'السبب',
  'mail.reference': 'المرجع',
  'mail.payment': 'الدفعة',

  'link.invitation.subject': 'دعوة لاستلام أموالك عبر Sluice',
  'link.invitation.text':
    'تريد منصة «{company}» أن تدفع لك عبر Sluice بصفتك {type, select, courier {مندوب توصيل} other {تاجرًا}}. بعد قبولك الدعوة، تُضاف إليك حصتك من طلباتها.',
  'link.invitation.unapproved':
    'تريد منصة تسمّي نفسها «{company}» أن تدفع لك عبر Sluice بصفتك {type, select, courier {مندوب توصيل} other {تاجرًا}}. بعد قبولك الدعوة، تُضاف إليك حصتك من طلباتها.',
  'link.invitation.warning': 'لم يوافق مشغّل الخدمة على هذه المنصة بعد.',
  'link.invitation.testOnly': 'هذه الدعوة لوضع الاختبار: لا تشمل أموالًا حقيقية ما لم تسمح المنصة بذلك لاحقًا.',
  'link.invitation.link': 'عرض الدعوة',
  'link.invitation.after':
    'الرابط صالح لمدة {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، ويُستخدم مرة واحدة، ولا يعمل إلا لمن يسجّل الدخول بهذا العنوان. لا يحدث شيء قبل أن تقبل الدعوة.',
  'link.invitation.ignore': 'إذا كنت لا تعرف هذه المنصة، يمكنك تجاهل هذه الرسالة.',

  'link.ended.subject': 'أنهت إحدى المنصات ارتباطها بك',
  'link.ended.text':
    'أنهت منصة «{company}» الارتباط {id} الذي كنت بموجبه {type, select, courier {مندوب توصيل} other {تاجرًا}} لديها. تُضاف إليك حصتك من الطلبات المسجّلة سابقًا.',
  'link.ended.link': 'عرض منصاتك',

  'live.approved.subject': 'تمت الموافقة على تفعيل {name}',
  'live.approved.text': 'تمت الموافقة على {name}. يمكنك الآن استلام أموال حقيقية.',
  'live.approved.next': 'لتبدأ، سجّل الدخول وانتقل إلى الوضع الفعلي وأنشئ مفاتيح فعلية.',
  'live.refused.subject': 'لم تتم الموافقة على تفعيل {name}',
  'live.refused.text': 'لم تتم الموافقة على طلبك لاستلام أموال حقيقية باسم {name}.',
  'live.refused.next': 'يمكنك مواصلة استخدام وضع الاختبار. صحّح البيانات وأرسل الطلب من جديد من لوحة التحكم.',
  'live.suspended.subject': 'تم إيقاف حساب {name}',
  'live.suspended.text':
    'تم إيقاف حساب {name}. ما زال بإمكانك تسجيل الدخول وعرض كل شيء، لكن لا يمكن تغيير أي شيء ولا تُنفَّذ أي سحوبات.',
  'live.resumed.subject': 'عاد حساب {name} نشطًا',
  'live.resumed.text': 'تم رفع الإيقاف عن حساب {name}. يعمل كل شيء كما في السابق.',

  'unpayable.notApproved.subject': 'لا يمكن لحساب {name} استلام مدفوعات فعلية بعد',
  'unpayable.notApproved.text':
    'فتح أحد العملاء الدفعة {payment}. لم تتم الموافقة على تفعيل الحساب بعد، فظهر للعميل أنه لا يمكن إجراء الدفع.',
  'unpayable.notApproved.next':
    'اطلب الوضع الفعلي في لوحة التحكم. وحتى ذلك الحين، لا ترسل إلى العملاء سوى دفعات اختبار.',
  'unpayable.suspended.subject': 'لا يمكن لحساب {name} استلام مدفوعات',
  'unpayable.suspended.text': 'فتح أحد العملاء الدفعة {payment}. الحساب موقوف، فظهر للعميل أنه لا يمكن إجراء الدفع.',
  'unpayable.suspended.next': 'تواصل مع مشغّل الخدمة لرفع الإيقاف.',
  'unpayable.noCards.subject': 'لا يمكن لعملاء {name} الدفع بالبطاقة',
  'unpayable.noCards.text':
    'فتح أحد العملاء الدفعة {payment}. لا يوجد لهذه الخدمة مزوّد دفع في الوضع الفعلي، فلم يكن أمام العميل سوى الدفع من محفظة Sluice.',
  'unpayable.noCards.next': 'اطلب من مشغّل الخدمة ربط مزوّد دفع.',
  'unpayable.once': 'تصلك هذه الرسالة مرة واحدة في اليوم على الأكثر للسبب نفسه.',

  'transfer.part.subject': 'وصل {arrived} من أصل {amount}',
  'transfer.part.text':
    'يدفع أحد العملاء بتحويل مصرفي، ولم يصل سوى جزء من المبلغ. يُحتفظ به حتى يصل الباقي، وعندها تكتمل الدفعة ويصبح المبلغ لك.',
  'transfer.part.missing': 'المتبقي',
  'transfer.refused.subject': 'تعذّر قبول تحويل مصرفي بمبلغ {amount}',
  'transfer.refused.ended': 'لم تعد الدفعة مفتوحة: انتهت صلاحيتها أو أُلغيت.',
  'transfer.refused.received': 'سبق دفعها بتحويل مصرفي آخر.',
  'transfer.refused.paidOtherwise': 'سبق دفعها بطريقة أخرى.',
  'transfer.refused.tooMuch': 'وصل أكثر من المبلغ المطلوب. اكتملت الدفعة، وهذا هو المبلغ الزائد.',
  'transfer.refused.otherCurrency': 'عملة التحويل مختلفة عن عملة الدفعة.',
  'transfer.refused.waits': 'المبلغ محفوظ لدى مشغّل الخدمة الذي سيعيده إلى العميل. لا يلزمك فعل أي شيء.',

  'webhook.paused.subject': 'إرسال webhook إلى {host} متوقف مؤقتًا',
  'webhook.paused.text':
    'لم يصل أي webhook من {name} إلى {host} منذ ثلاثة أيام. لن يُرسل إليه شيء آخر حتى تستأنف الإرسال إلى نقطة الاستقبال.',
  'webhook.disabled.subject': 'تم تعطيل إرسال webhook إلى {host}',
  'webhook.disabled.text':
    'ردّ {host} على webhook من {name} بالرمز 410 (Gone)، فتم تعطيل نقطة الاستقبال. لن يُرسل إليها شيء آخر.',
  'webhook.resume': 'يستمر تسجيل الأحداث. بعد استئناف الإرسال إلى نقطة الاستقبال، يمكنك إعادة إرسال ما فاتها.',
  'webhook.link': 'فتح Webhooks',

  'statement.subject': 'كشف {month} جاهز',
  'statement.text': 'يعرض كشف {name} لشهر {month} كل الحركات. يمكنك طباعته أو تنزيله بصيغة CSV.',
  'statement.link': 'فتح الكشف',

  'view.subject': '{view}: {period}',
  'view.text': 'أرقام العرض «{view}» الخاصة بـ {name} ({period}) جاهزة. يمكنك الاطلاع عليها وتصديرها بصيغة CSV.',
  'view.link': 'فتح الأرقام',

  'account.confirm.subject': 'أكّد بريدك الإلكتروني',
  'account.confirm.text': 'تلقّينا طلبًا لإنشاء حساب بهذا العنوان. إذا كان الطلب منك، فأكّد العنوان لفتح حسابك.',
  'account.confirm.link': 'تأكيد العنوان',
  'account.confirm.after':
    'الرابط صالح لمدة 24 ساعة، ويُطلب منك عند فتحه إدخال كلمة المرور التي اخترتها. إذا لم يكن الطلب منك، يمكنك تجاهل هذه الرسالة: لا يُنشأ أي حساب دون الرابط.',

  'account.exists.subject': 'لديك حساب بالفعل',
  'account.exists.text':
    'تلقّينا طلبًا لإنشاء حساب بهذا العنوان، وله حساب بالفعل، فلم يتغير شيء. إذا كان الطلب منك، فسجّل الدخول. وإذا نسيت كلمة المرور، فاختر كلمة مرور جديدة.',
  'account.exists.link': 'تسجيل الدخول',
  'account.exists.after': 'إذا لم يكن الطلب منك، يمكنك تجاهل هذه الرسالة.',

  'account.reset.subject': 'اختر كلمة مرور جديدة',
  'account.reset.text': 'تلقّينا طلبًا لاختيار كلمة مرور جديدة لهذا العنوان.',
  'account.reset.link': 'اختيار كلمة مرور جديدة',
  'account.reset.after':
    'الرابط صالح لمدة ساعة ويُستخدم مرة واحدة. إذا لم يكن الطلب منك، يمكنك تجاهل هذه الرسالة: تبقى كلمة المرور كما هي.',

  'account.opened.subject': 'اختر كلمة المرور',
  'account.opened.text': 'فتح مشغّل {host} حسابًا لهذا العنوان.',
  'account.opened.link': 'اختيار كلمة مرور',
  'account.opened.after':
    'الرابط صالح لمدة {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}} ويُستخدم مرة واحدة. لا يمكن لأحد تسجيل الدخول إلى الحساب قبل اختيار كلمة مرور.',

  'account.unlock.subject': 'تسجيل الدخول بعد محاولات كثيرة',
  'account.unlock.text':
    'تلقّينا طلبًا لتسجيل الدخول بهذا العنوان بعد عدد كبير من المحاولات الفاشلة. يتيح الرابط تسجيل الدخول من المتصفح الذي تفتحه فيه.',
  'account.unlock.link': 'إتاحة تسجيل الدخول',
  'account.unlock.after':
    'الرابط صالح لمدة 15 دقيقة ويُستخدم مرة واحدة. ستحتاج أيضًا إلى كلمة المرور، وإلى الرمز إذا كنت تستخدم التحقق بخطوتين. إذا لم يكن الطلب منك، يمكنك تجاهل هذه الرسالة.',

  'account.notYou': 'إذا لم تكن أنت من فعل ذلك، فربما يعرف شخص آخر كلمة مرورك: اختر كلمة مرور جديدة الآن.',

  'account.passwordChanged.subject': 'تم تغيير كلمة المرور',
  'account.passwordChanged.text': 'تم تغيير كلمة المرور وإنهاء جلساتك الأخرى.',

  'account.twoStepOn.subject': 'تم تفعيل التحقق بخطوتين',
  'account.twoStepOn.text':
    'من الآن فصاعدًا، يتطلب تسجيل الدخول رمزًا من تطبيق المصادقة بعد كلمة المرور. تم إنهاء جلساتك الأخرى.',
  'account.twoStepOn.wait':
    'لا يمكن استخدامه خلال الساعات الـ24 القادمة للإجراءات التي تتطلب رمزًا، مثل طلب السحب أو إنشاء المفاتيح. كل ما عداها يعمل كما في السابق.',

  'account.twoStepOff.subject': 'تم إيقاف التحقق بخطوتين',
  'account.twoStepOff.text': 'من الآن فصاعدًا، تكفي كلمة المرور وحدها لتسجيل الدخول.',

  'account.recoveryUsed.subject': 'تم استخدام رمز استرداد',
  'account.recoveryUsed.text': 'استُخدم أحد رموز الاسترداد بدلًا من تطبيق المصادقة. لم يعد هذا الرمز صالحًا.',

  'account.codesGuessed.subject': 'محاولة لتخمين رموز تسجيل الدخول إلى حسابك',
  'account.codesGuessed.text':
    'أدخل شخص ما كلمة مرورك ثم عدة رموز خاطئة، من متصفح لم تستخدمه من قبل. لم يتمكن من تسجيل الدخول.',

  'account.passkeyAdded.subject': 'تمت إضافة مفتاح مرور',
  'account.passkeyAdded.text':
    'تمت إضافة مفتاح مرور إلى حسابك. يتيح تسجيل الدخول دون كلمة المرور ودون رمز. يمكنك إزالته من ملفك الشخصي.',
  'account.passkeyAdded.wait':
    'لا يمكن استخدامه خلال الساعات الـ24 القادمة للإجراءات التي تتطلب رمزًا، مثل طلب السحب أو إنشاء المفاتيح.',

  'account.passkeyRemoved.subject': 'تمت إزالة مفتاح مرور',
  'account.passkeyRemoved.text': 'تمت إزالة مفتاح مرور من حسابك ولم يعد صالحًا لتسجيل الدخول. تم إنهاء جلساتك الأخرى.',

  'account.recoveryRenewed.subject': 'رموز استرداد جديدة',
  'account.recoveryRenewed.text': 'تم إنشاء رموز استرداد جديدة. لم تعد الرموز السابقة صالحة.',

  'account.twoStepResetSoon.subject': 'ستتم إعادة ضبط التحقق بخطوتين',
  'account.twoStepResetSoon.text':
    'سيعيد مشغّل الخدمة ضبط التحقق بخطوتين لحسابك في {day} الساعة {clock} (UTC)، بعد الإبلاغ عن فقدان تطبيق المصادقة. بعد ذلك تكفي كلمة المرور وحدها، إلى أن تُعدّه من جديد.',
  'account.twoStepResetSoon.stop':
    'إذا لم تطلب ذلك، فسجّل الدخول قبل هذا الموعد باستخدام تطبيق المصادقة أو رمز استرداد: يوقف ذلك إعادة الضبط. ثم غيّر كلمة المرور.',

  'account.twoStepReset.subject': 'تمت إعادة ضبط التحقق بخطوتين',
  'account.twoStepReset.text':
    'لم يعد تطبيق المصادقة ولا رموز الاسترداد صالحة، وتم إنهاء جميع جلساتك. سجّل الدخول بكلمة المرور وأعِدّ التحقق بخطوتين من جديد.',
  'account.twoStepReset.notYou': 'إذا لم تطلب ذلك، فغيّر كلمة المرور الآن وأبلغ مشغّل الخدمة.',

  'account.deleted.subject': 'تم حذف حسابك',
  'account.deleted.byYou':
    'بناءً على طلبك، تم حذف حسابك، ومعه اسمك وعنوان بريدك الإلكتروني وكل ما كنت تستخدمه لتسجيل الدخول.',
  'account.deleted.byOperator':
    'حذف مشغّل الخدمة حسابك، ومعه اسمك وعنوان بريدك الإلكتروني وكل ما كنت تستخدمه لتسجيل الدخول.',
  'account.deleted.kept':
    'تُحفظ سجلات المدفوعات والسحوبات دون اسمك، لأن الدفاتر يجب أن تبقى متوازنة ولأن القانون يقتضي ذلك. أما البيانات المصرفية المستخدمة في السحوبات فتُحفظ طوال المدة التي يقتضيها القانون.',
  'account.deleted.last': 'هذه آخر رسالة إلى هذا العنوان. يمكنك استخدامه لإنشاء حساب جديد في أي وقت.',

  'closing.closed.subject': 'تم إغلاق حساب {name}',
  'closing.closed.text': 'تم إغلاق حساب {name}. انتهت مفاتيح API والارتباطات الخاصة به، ولن يستلم أي أموال بعد الآن.',
  'closing.closed.year': 'يمكنك لمدة سنة تسجيل الدخول وعرض كل شيء وتنزيل الكشوف.',
  'closing.closed.mistake': 'إذا كان ذلك خطأ، فيمكن لمشغّل الخدمة إعادة فتح الحساب.',

  'closing.reopened.subject': 'أُعيد فتح حساب {name}',
  'closing.reopened.text': 'أعاد مشغّل الخدمة فتح حساب {name}.',
  'closing.reopened.restore':
    'لم تُستعَد مفاتيح API والارتباطات والحسابات المصرفية ونقاط استقبال webhook. أعِدّ ما تحتاج إليه منها.',

  'members.invitation.subject': 'دعوة للانضمام إلى فريق',
  'members.invitation.text':
    'تمت دعوتك للانضمام إلى {kind, select, service {فريق مشغّل الخدمة} other {فريق «{team}»}} على {host} بصفة {role, select, owner {مالك} finance {مسؤول مالي} developer {مطوّر} administrator {مشرف} support {عضو دعم} other {مشاهد}}.',
  'members.invitation.operators': 'يحتاج المشغّلون إلى التحقق بخطوتين، لذا جهّز تطبيق مصادقة.',
  'members.invitation.link': 'عرض الدعوة',
  'members.invitation.after':
    'الرابط صالح لمدة {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، ويُستخدم مرة واحدة، ولا يعمل إلا لمن يسجّل الدخول بهذا العنوان. إذا لم يكن لديك حساب بعد، يمكنك إنشاء حساب.',
  'members.invitation.ignore': 'إذا لم تكن تتوقع هذه الدعوة، يمكنك تجاهل هذه الرسالة.',

  'members.joined.subject': 'انضم عضو جديد',
  'members.joined.text':
    'انضم «{member}» إلى {kind, select, service {فريق مشغّل الخدمة} other {فريق «{team}»}} بصفة {role, select, owner {مالك} finance {مسؤول مالي} developer {مطوّر} administrator {مشرف} support {عضو دعم} other {مشاهد}}.',
  'members.joined.unexpected': 'إذا لم تكن تتوقع ذلك، فأزِل هذا العضو من صفحة «الأعضاء» وغيّر كلمة المرور.',

  'members.roleChanged.subject': 'تم تغيير دورك',
  'members.roleChanged.text':
    'أصبح دورك {role, select, owner {مالك} finance {مسؤول مالي} developer {مطوّر} administrator {مشرف} support {عضو دعم} other {مشاهد}} في {kind, select, service {فريق مشغّل الخدمة} other {فريق «{team}»}}.',

  'singleSignOn.changed.subject': 'تم تغيير تسجيل الدخول الموحّد',
  'singleSignOn.changed.text':
    'يمكن الآن لأعضاء {team} تسجيل الدخول عبر {issuer}. ويستطيع من يدير هذه الخدمة تسجيل الدخول إلى هذا الحساب باسم أي عضو فيه.',
  'singleSignOn.removed.text': 'أُزيل تسجيل الدخول الموحّد من {team}. وسُجّل خروج كل من دخل عن طريقه.',
  'singleSignOn.unexpected': 'إذا لم تكن تتوقع ذلك، فافتح «تسجيل الدخول الموحّد» في إعدادات الحساب وراجع الأعضاء.',
  'members.removed.subject': 'تمت إزالتك من فريق',
  'members.removed.text':
    'لم تعد عضوًا في {kind, select, service {فريق مشغّل الخدمة} other {فريق «{team}»}}. يبقى حسابك الشخصي كما هو.',
  'members.removed.mistake': 'إذا كنت تعتقد أن ذلك خطأ، فاطلب من أحد المالكين دعوتك من جديد.',

  'members.left.subject': 'غادر أحد الأعضاء',
  'members.left.text':
    'غادر «{member}» {kind, select, service {فريق مشغّل الخدمة} other {فريق «{team}»}} ولم يعد لديه وصول إليه.',
  'members.left.deleted':
    'غادر عضو حذف حسابه {kind, select, service {فريق مشغّل الخدمة} other {فريق «{team}»}} ولم يعد لديه وصول إليه.',

  'payout.approved.subject': 'تمت الموافقة على سحب {amount}',
  'payout.approved.text': 'تمت الموافقة على سحب {amount}، والخطوة التالية إرسال المبلغ إلى مصرفك.',
  'payout.sent.subject': 'سحب {amount} في الطريق إلى مصرفك',
  'payout.sent.text': 'تم إرسال {net} إلى حسابك المصرفي. يصل المبلغ عادةً خلال يومَي عمل مصرفي.',
  'payout.completed.subject': 'اكتمل سحب {amount}',
  'payout.completed.text': 'تم دفع {net} إلى حسابك المصرفي.',
  'payout.rejected.subject': 'تم رفض سحب {amount}',
  'payout.rejected.text': 'تم رفض سحب {amount} قبل إرساله إلى المصرف.',
  'payout.failed.subject': 'أُعيد سحب {amount}',
  'payout.failed.text': 'لم يدفع المصرف مبلغ {amount}، أو أعاده.',
  'payout.backAgain': 'عاد المبلغ كاملًا، بما فيه الرسوم، إلى رصيدك. إذا كان عليك مبلغ مستحق، يُخصم منه أولًا.',
  'payout.checkAccount': 'تحقّق من الحساب المصرفي المحفوظ قبل أن تطلب سحبًا آخر.',
  'payout.inTestMode': 'في وضع الاختبار: {text}',
  'payout.id': 'السحب',
  'payout.fee': 'الرسوم',

  'schedule.changed.subject': 'تم تغيير السحب التلقائي',
  'schedule.changed.text':
    'تم تغيير السحب التلقائي من {account, select, earnings {أرباحك} commission {عمولتك} clearing {المقاصة} other {محفظتك}} بعملة {currency}.',
  'schedule.off.subject': 'تم إيقاف السحب التلقائي',
  'schedule.off.text':
    'لن يُسحب أي مبلغ تلقائيًا بعد الآن من {account, select, earnings {أرباحك} commission {عمولتك} clearing {المقاصة} other {محفظتك}} بعملة {currency}.',
  'schedule.payouts': 'السحوبات',
  'schedule.when': '{interval}، الساعة {time} ({timeZone})',
  'schedule.daily': 'كل يوم',
  'schedule.weekly':
    'كل أسبوع يوم {day, select, 1 {الاثنين} 2 {الثلاثاء} 3 {الأربعاء} 4 {الخميس} 5 {الجمعة} 6 {السبت} other {الأحد}}',
  'schedule.monthly': 'شهريًا في اليوم {day}',
  'schedule.monthlyLast': 'شهريًا في اليوم الأخير',
  'schedule.minimum': 'الحد الأدنى',
  'schedule.kept': 'يبقى في الحساب',
  'schedule.refused.subject': 'تعذّر السحب التلقائي بعملة {currency}',
  'schedule.refused.text':
    'تعذّر السحب التلقائي من {account, select, earnings {أرباحك} commission {عمولتك} clearing {المقاصة} other {محفظتك}} بعملة {currency}.',
  'schedule.refused.bankAccount': 'لا يمكن استخدام الحساب المصرفي.',
  'schedule.refused.amount': 'المبلغ أقل من الحد الأدنى للسحب أو أعلى من حد 24 ساعة.',
  'schedule.refused.account': 'الحساب غير نشط.',
  'schedule.refused.funds': 'الرصيد لا يكفي.',
  'schedule.refused.after': 'ما زال المبلغ في رصيدك. ستُجرى محاولة السحب التالية في موعدها المعتاد.',

  'bankAccount.added.subject': 'تمت إضافة حساب مصرفي',
  'bankAccount.added.text':
    'تمت إضافة الحساب المصرفي {account}. لا يمكن الموافقة على السحوبات إليه خلال الساعات الـ48 القادمة.',
  'bankAccount.removed.subject': 'تمت إزالة حساب مصرفي',
  'bankAccount.removed.text': 'تمت إزالة الحساب المصرفي {account}. لم يعد بالإمكان طلب السحب إليه.',

  'topUp.requested.subject': 'حوّل {amount} لإكمال الشحن',
  'topUp.requested.text': 'حوّل {amount} من مصرفك إلى الحساب أدناه، بهذا المرجع تمامًا.',
  'topUp.requested.noDetails':
    'سجّلنا عملية الشحن بمبلغ {amount}. لا توجد بعد بيانات مصرفية للتحويل بعملة {currency}. اسأل مشغّل الخدمة إلى أين تحوّل المبلغ.',
  'topUp.requested.reference': 'بهذا المرجع نعرف أن المبلغ منك.',
  'topUp.requested.expires': 'إذا لم يصل شيء حتى {day}، تنتهي صلاحية عملية الشحن.',
  'topUp.accountHolder': 'صاحب الحساب',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'المصرف',
  'topUp.otherDetails': 'بيانات أخرى',

  'topUp.received.subject': 'استلمنا {amount}',
  'topUp.received.text': 'وصل تحويلك بمبلغ {amount} وأصبح جاهزًا للاستخدام.',
  'topUp.received.other': 'طلبت الشحن بمبلغ {requested}، ووصل {amount}. أُضيف ما وصل إلى رصيدك وأصبح جاهزًا للاستخدام.',

  'topUp.declined.subject': 'تم رفض الشحن بمبلغ {amount}',
  'topUp.declined.text': 'تم رفض عملية الشحن بمبلغ {amount}. إذا كنت قد حوّلت مبلغًا، فسيُعاد إلى حسابك المصرفي.',

  'topUp.expired.subject': 'انتهت صلاحية الشحن بمبلغ {amount}',
  'topUp.expired.text':
    'لم يصل تحويلك بمبلغ {amount}، فانتهت صلاحية عملية الشحن. إذا كنت قد حوّلت المبلغ، فسيُضاف إلى رصيدك أو يُعاد إليك عند وصوله.',
  'topUp.expired.again': 'لإضافة أموال، ابدأ عملية شحن جديدة واستخدم مرجعها الجديد.',

  'topUp.returned.subject': 'تحويلك بمبلغ {amount} قيد الإعادة',
  'topUp.returned.text': 'لم يُضف تحويلك بمبلغ {amount} إلى رصيدك. تجري إعادته إلى الحساب الذي جاء منه.',

  'topUp.reversed.subject': 'تم عكس الشحن بمبلغ {amount}',
  'topUp.reversed.text': 'عكسنا عملية الشحن بمبلغ {amount}.',
  'topUp.reversed.part': 'عكسنا {part} من عملية الشحن بمبلغ {amount}.',
  'topUp.reversed.debt': 'غطّى رصيدك {covered}. يبقى مستحقًا عليك {owed}، وسيُخصم من الأموال القادمة إليك.',

  'cash.received.text': 'وصل تحويلك لنقد {company} بمبلغ {amount}. قلّت عهدتك بمقدار {handedOver}.',
  'cash.received.above': 'حوّلت أكثر مما في عهدتك. أُضيف الزائد، وهو {above}، إلى أرباحك.',
  'cash.reversed.subject': 'تم عكس تحويلك بمبلغ {amount}',
  'cash.reversed.text': 'تم عكس {amount} من تحويلك لنقد {company}.',
  'cash.reversed.held': 'عاد إلى عهدتك',
  'cash.reversed.earnings': 'خُصم من أرباحك',
  'cash.reversed.owed': 'مستحق عليك',

  'cash.limit.subject': 'سلّم النقد إلى {company}',
  'cash.limit.amount': 'في عهدتك {held} من نقد {company}، وهذا فوق الحد البالغ {limit}.',
  'cash.limit.days':
    'في عهدتك {held} من نقد {company} منذ أكثر من {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}.',
  'cash.limit.both':
    'في عهدتك {held} من نقد {company} منذ أكثر من {days, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}، وهذا فوق الحد البالغ {limit}.',
  'cash.limit.next':
    'سلّم النقد وسجّل التسليم في لوحة التحكم، في صفحة «الأرباح». وحتى ذلك الحين قد لا تتلقى طلبات أخرى مدفوعة نقدًا.',

  'cash.confirm.subject': 'هل تؤكد تسليم {amount} نقدًا؟',
  'cash.confirm.text': 'تقول {company} إنك سلّمتها {amount} نقدًا. أكّد ذلك أو ارفضه في لوحة التحكم، في صفحة «الأرباح».',
  'cash.declined.subject': 'لم يُؤكَّد تسليم {amount} نقدًا',
  'cash.declined.text': 'رفضت {company} تأكيد مبلغ {amount} الذي سجّلت أنك سلّمته نقدًا. ما زال المبلغ في عهدتك.',
  'cash.note': 'ملاحظة',

  'debt.repaid.subject': 'تم تسجيل سداد {amount}',
  'debt.repaid.text': 'تم تسجيل سداد {amount} من دَينك لدى {creditor}.',
  'debt.repaid.service': 'تم تسجيل سداد {amount} من دَينك لهذه الخدمة.',
  'debt.writtenOff.subject': 'تم شطب {amount} من دَينك',
  'debt.writtenOff.text': 'تم شطب {amount} من دَينك لدى {creditor}.',
  'debt.writtenOff.service': 'تم شطب {amount} من دَينك لهذه الخدمة.',
  'debt.nothingLeft': 'لم يعد عليك أي مبلغ مستحق بهذه العملة.',
  'debt.left': 'ما زال مستحقًا عليك {left}.',

  'dispute.opened.subject': 'اعترض عميل على دفعة بمبلغ {amount}',
  'dispute.opened.text': 'استرجع مصرف العميل المبلغ إلى أن يُبتّ في الاعتراض، وخُصم المبلغ من رصيدك.',
  'dispute.opened.soon': 'قدّم أدلتك قريبًا في لوحة التحكم، في صفحة «الاعتراضات».',
  'dispute.opened.until': 'قدّم أدلتك في لوحة التحكم، في صفحة «الاعتراضات». تُقبل الأدلة حتى {day} الساعة {clock} (UTC).',
  'dispute.won.subject': 'ربحت الاعتراض على {amount}',
  'dispute.won.text': 'عاد المبلغ إلى رصيدك.',
  'dispute.lost.subject': 'خسرت الاعتراض على {amount}',
  'dispute.lost.text': 'يحتفظ العميل بالمبلغ. لا تردّ مبلغ هذه الدفعة مرة أخرى.',
  'dispute.undone.subject': 'لم يُسترد التحويل البنكي بقيمة {amount}',
  'dispute.undone.text': 'خُصم المبلغ من رصيدك عن طريق الخطأ. عاد المبلغ، ويُسدَّد منه أولًا ما نتج عنه من دين.',
  'dispute.recalled.subject': 'استرجع المصرف تحويلًا بمبلغ {amount}',
  'dispute.recalled.text':
    'كانت الدفعة أدناه قد دُفعت بهذا التحويل. خُصم المبلغ من رصيدك، وما لم يغطّه الرصيد أصبح دَينًا عليك.',
  'dispute.recalled.noRefund': 'لا تردّ مبلغ هذه الدفعة مرة أخرى.',
  'dispute.refused.subject': 'لم تُقبل أدلتك في الاعتراض على {amount}',
  'dispute.refused.text':
    'رفضها مزوّد الدفع. اطّلع على السبب في لوحة التحكم، في صفحة «الاعتراضات»، وقدّمها من جديد قبل انتهاء المهلة.',
  'dispute.reminder.subject': 'قدّم ردّك حتى {day}: اعتراض على {amount}',
  'dispute.reminder.text':
    'تُقبل الأدلة حتى {day} الساعة {clock} (UTC). لم يُقدَّم شيء بعد. دون أدلة يحتفظ العميل بالمبلغ.',
  'dispute.reminder.where': 'قدّم أدلتك في لوحة التحكم، في صفحة «الاعتراضات».',
  'dispute.id': 'الاعتراض',
  'dispute.reason':
    '{reason, select, credit_not_processed {لم يُردّ المبلغ} duplicate {خُصم مرتين} fraudulent {احتيال} general {سبب آخر} product_not_received {لم يتم التسليم} product_unacceptable {مخالف للوصف} recalled {تحويل استرجعه المصرف} subscription_canceled {اشتراك ملغى} unrecognized {عملية غير معروفة} other {{other}}}',
};
