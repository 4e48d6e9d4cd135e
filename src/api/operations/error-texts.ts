/** What an error page says, in the reader's language. */
import type { Language } from '../../base/languages/languages.ts';

type Page = readonly [heading: string, text: string];

type ErrorTexts = {
  missing: Page;
  unreadable: Page;
  unavailable: Page;
  unexpected: Page;
  home: string;
  requestId: string;
};

const en: ErrorTexts = {
  missing: ['This page doesn’t exist', 'Check the address for typos. The page may also have been removed.'],
  unreadable: ['This address cannot be read', 'Check that the whole address was copied.'],
  unavailable: ['Not available right now', 'Wait a moment, then reload the page.'],
  unexpected: ['Something went wrong on our side', 'Nothing was changed. Reload the page, or try again later.'],
  home: 'Go to home',
  requestId: 'Request ID for support:',
};

const ar: ErrorTexts = {
  missing: ['هذه الصفحة غير موجودة', 'تحقّق من كتابة العنوان. ربما أُزيلت الصفحة أيضًا.'],
  unreadable: ['تتعذّر قراءة هذا العنوان', 'تأكّد من نسخ العنوان كاملًا.'],
  unavailable: ['غير متاح حاليًا', 'انتظر قليلًا، ثم أعد تحميل الصفحة.'],
  unexpected: ['حدث خطأ لدينا', 'لم يتغيّر شيء. أعد تحميل الصفحة أو حاول لاحقًا.'],
  home: 'الصفحة الرئيسية',
  requestId: 'معرّف الطلب للدعم:',
};

const de: ErrorTexts = {
  missing: [
    'Diese Seite gibt es nicht',
    'Prüfen Sie die Adresse auf Tippfehler. Vielleicht wurde die Seite auch entfernt.',
  ],
  unreadable: ['Diese Adresse ist nicht lesbar', 'Prüfen Sie, ob die ganze Adresse kopiert wurde.'],
  unavailable: ['Zurzeit nicht erreichbar', 'Warten Sie einen Moment und laden Sie die Seite neu.'],
  unexpected: [
    'Bei uns ist ein Fehler aufgetreten',
    'Es wurde nichts geändert. Laden Sie die Seite neu oder versuchen Sie es später noch einmal.',
  ],
  home: 'Zur Startseite',
  requestId: 'Anfrage-ID für den Support:',
};

const el: ErrorTexts = {
  missing: ['Αυτή η σελίδα δεν υπάρχει', 'Ελέγξτε τη διεύθυνση για τυπογραφικά λάθη. Ίσως η σελίδα έχει αφαιρεθεί.'],
  unreadable: ['Η διεύθυνση δεν διαβάζεται', 'Ελέγξτε ότι αντιγράψατε ολόκληρη τη διεύθυνση.'],
  unavailable: ['Δεν είναι διαθέσιμο αυτή τη στιγμή', 'Περιμένετε λίγο και φορτώστε ξανά τη σελίδα.'],
  unexpected: [
    'Κάτι πήγε στραβά από την πλευρά μας',
    'Δεν άλλαξε τίποτα. Φορτώστε ξανά τη σελίδα ή δοκιμάστε αργότερα.',
  ],
  home: 'Στην αρχική σελίδα',
  requestId: 'Κωδικός αιτήματος για την υποστήριξη:',
};

const es: ErrorTexts = {
  missing: [
    'Esta página no existe',
    'Compruebe que la dirección esté bien escrita. También puede que la página ya no exista.',
  ],
  unreadable: ['No se puede leer esta dirección', 'Compruebe que ha copiado la dirección completa.'],
  unavailable: ['No disponible en este momento', 'Espere un momento y vuelva a cargar la página.'],
  unexpected: [
    'Se ha producido un error por nuestra parte',
    'No se ha cambiado nada. Vuelva a cargar la página o inténtelo más tarde.',
  ],
  home: 'Ir al inicio',
  requestId: 'ID de la solicitud para el soporte:',
};

const fr: ErrorTexts = {
  missing: ['Cette page n’existe pas', 'Vérifiez l’orthographe de l’adresse. La page a peut-être aussi été supprimée.'],
  unreadable: ['Cette adresse est illisible', 'Vérifiez que l’adresse a été copiée en entier.'],
  unavailable: ['Indisponible pour le moment', 'Patientez un instant, puis rechargez la page.'],
  unexpected: [
    'Une erreur s’est produite de notre côté',
    'Rien n’a été modifié. Rechargez la page ou réessayez plus tard.',
  ],
  home: 'Aller à l’accueil',
  requestId: 'Identifiant de la requête pour l’assistance :',
};

const it: ErrorTexts = {
  missing: [
    'Questa pagina non esiste',
    'Controlla che l’indirizzo sia scritto bene. La pagina potrebbe anche essere stata rimossa.',
  ],
  unreadable: ['Questo indirizzo non è leggibile', 'Controlla di aver copiato l’indirizzo intero.'],
  unavailable: ['Al momento non disponibile', 'Attendi un momento, poi ricarica la pagina.'],
  unexpected: [
    'Si è verificato un errore da parte nostra',
    'Non è cambiato nulla. Ricarica la pagina o riprova più tardi.',
  ],
  home: 'Vai alla home',
  requestId: 'ID della richiesta per l’assistenza:',
};

const nl: ErrorTexts = {
  missing: ['Deze pagina bestaat niet', 'Controleer het adres op typefouten. De pagina kan ook verwijderd zijn.'],
  unreadable: ['Dit adres is niet leesbaar', 'Controleer of het hele adres is gekopieerd.'],
  unavailable: ['Nu niet beschikbaar', 'Wacht even en laad de pagina opnieuw.'],
  unexpected: [
    'Er ging bij ons iets mis',
    'Er is niets gewijzigd. Laad de pagina opnieuw of probeer het later nog eens.',
  ],
  home: 'Naar de startpagina',
  requestId: 'Verzoek-ID voor support:',
};

const pt: ErrorTexts = {
  missing: [
    'Esta página não existe',
    'Verifique se o endereço está bem escrito. A página também pode ter sido removida.',
  ],
  unreadable: ['Não é possível ler este endereço', 'Verifique se copiou o endereço completo.'],
  unavailable: ['Indisponível de momento', 'Aguarde um momento e volte a carregar a página.'],
  unexpected: ['Ocorreu um erro do nosso lado', 'Nada foi alterado. Volte a carregar a página ou tente mais tarde.'],
  home: 'Ir para o início',
  requestId: 'ID do pedido para o apoio:',
};

const tr: ErrorTexts = {
  missing: [
    'Bu sayfa mevcut değil',
    'Adresi yazım hatası olup olmadığına göre kontrol edin. Sayfa kaldırılmış da olabilir.',
  ],
  unreadable: ['Bu adres okunamıyor', 'Adresin tamamının kopyalandığından emin olun.'],
  unavailable: ['Şu anda kullanılamıyor', 'Biraz bekleyin, ardından sayfayı yeniden yükleyin.'],
  unexpected: [
    'Bizden kaynaklanan bir sorun oluştu',
    'Hiçbir şey değişmedi. Sayfayı yeniden yükleyin veya daha sonra tekrar deneyin.',
  ],
  home: 'Ana sayfaya git',
  requestId: 'Destek için istek kimliği:',
};

export const errorTexts: Readonly<Record<Language, ErrorTexts>> = { en, ar, de, el, es, fr, it, nl, pt, tr };
