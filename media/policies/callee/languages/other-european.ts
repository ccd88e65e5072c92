/** Finnish, Greek, Hungarian and Turkish phrases of answering parties. */
import type { PhraseLists } from '../phrase-lists.js';

export const FINNISH: PhraseLists = {
  mailbox: ['(äänimerkin|merkkiäänen|piippauksen) jälkeen'],
  message: ['(jätä|jättäkää|jättää) (lyhyt |minulle |meille )*viesti'],
  promise: [
    '(soitan|soitamme|otan yhteyttä|otamme yhteyttä|palaan|palaamme) .. (takaisin|mahdollisimman|pian|heti)',
  ],
  reached: [
    '(vastaaja|vastaajaan|vastaajassa|puhelinvastaaja|puhelinvastaajaan|vastaajapalvelu|vastaajapalveluun)(?! (on täynnä|ei))',
    '(olet|olette) (soittanut|soittaneet|tavoittanut)',
    'kiitos (soitosta|puhelusta)',
    'tervetuloa',
  ],
  absent: [
    '(en|emme) (voi|pysty|pääse|ole) .. (vastaamaan|vastata|puhelimeen|paikalla|tavoitettavissa)',
    '(toimistomme|liikkeemme|aukioloaikamme) (on|ovat)',
  ],
  leave: [
    '(jätä|jättäkää|kerro) .. (nimesi|numerosi|viesti|yhteystietosi)',
    '(yritä|soita) .. (myöhemmin|uudelleen)',
  ],
  full: ['(vastaaja|postilaatikko) on (\\w+ )?täynnä'],
  unassigned: [
    '(numero|numeroa|numeroon) .. (ei ole käytössä|ei ole olemassa|on virheellinen|on poistettu|on muuttunut)',
  ],
  unreachable: [
    '(tilaajaan|henkilöön|tilaaja|numeroon|henkilö) .. (ei saada yhteyttä|ei juuri nyt saada|ei ole tavoitettavissa|on suljettu|ei vastaa)',
  ],
  keys: [
    '(paina|painakaa) (numero )?(yksi|ykköstä|kaksi|kakkosta|kolme|kolmosta|neljä|viisi|nolla|nollaa|[0-9])',
  ],
  menu: [
    '(paina|painakaa|valitse|sano) (numero )?(yksi|ykköstä|kaksi|kakkosta|kolme|kolmosta|neljä|viisi|nolla|nollaa|[0-9])',
    'päävalikko\\w*',
  ],
  screener: [
    '(puhelujen|puheluiden) (suodatus|tarkistus)\\w*',
    '(kerro|sano) .. nimesi .. (miksi|syy|asia)',
    '(virtuaalinen|digitaalinen|henkilökohtainen) (avustaja|assistentti)',
    'et ole robotti',
  ],
  reason: ['(soiton|puhelun) syy', 'miksi soitat', 'mitä asia koskee'],
  person: [
    '(minä |mä )?(kerron|sanon|välitän|haen|annan|pyydän) (hänelle|sen|viestin|häntä|puhelimen)',
    '(voinko|haluatko|haluatteko|voinko minä) .. (auttaa|jättää|välittää|ottaa)',
    '(kuka (siellä|soittaa|puhuu)|kenen kanssa)',
    '(hetkinen|hetki|odota|odottakaa|pieni hetki)',
    '(mieheni|vaimoni|äitini|isäni|poikani|tyttäreni|pomoni)',
  ],
};

export const GREEK: PhraseLists = {
  mailbox: ['(μετά|ύστερα) (από )?(το|τον) (ηχητικό )?(σήμα|τόνο|μπιπ|χαρακτηριστικό)'],
  message: ['(αφήστε|άφησε|αφήστε μας|ηχογραφήστε) .. (μήνυμα|μήνυμά)(?! (σε μένα|και θα του|και θα της))'],
  promise: ['(θα σας|θα σε) (καλέσ\\w+|πάρ\\w+|επικοινωνήσ\\w+) .. (μόλις|το συντομότερο|σύντομα|πίσω)'],
  reached: [
    '(τηλεφωνητής|τηλεφωνητή|αυτόματος τηλεφωνητής|φωνητικό ταχυδρομείο)(?! (είναι γεμάτος|δεν))',
    '(καλέσατε|έχετε καλέσει|επικοινωνήσατε)',
    'ευχαριστούμε (που|για)',
    'καλώς ήρθατε',
  ],
  absent: [
    '(δεν μπορώ|δεν μπορούμε|δεν είμαι|δεν είμαστε) .. (απαντήσ\\w+|σηκώσ\\w+|διαθέσιμ\\w+|εδώ|σπίτι)',
    '(το γραφείο|το ωράριο|τα γραφεία) μας',
  ],
  leave: [
    '(αφήστε|άφησε|πείτε) .. (όνομα|όνομά|αριθμό|τηλέφωνο|μήνυμα|μήνυμά)',
    '(καλέστε|δοκιμάστε|προσπαθήστε) .. (αργότερα|ξανά)',
  ],
  full: ['(τηλεφωνητής|θυρίδα) .. (γεμάτ\\w+|πλήρης)'],
  unassigned: [
    '(αριθμός|αριθμό) .. (δεν (υπάρχει|χρησιμοποιείται|αντιστοιχεί|είναι σε λειτουργία|ισχύει)|έχει (αλλάξει|καταργηθεί)|λανθασμένος)',
  ],
  unreachable: [
    '(συνδρομητής|κινητό|αριθμός|τηλέφωνο|χρήστης) .. (δεν είναι (διαθέσιμ\\w+)|απενεργοποιημέν\\w+|κλειστό|εκτός (κάλυψης|δικτύου)|δεν απαντά)',
  ],
  keys: ['(πατήστε|πιέστε) (το )?(ένα|δύο|τρία|τέσσερα|πέντε|μηδέν|[0-9])'],
  menu: ['(πατήστε|πιέστε|επιλέξτε|πείτε) (το )?(ένα|δύο|τρία|τέσσερα|πέντε|μηδέν|[0-9])', 'κεντρικό μενού'],
  screener: [
    '(έλεγχος|φιλτράρισμα|έλεγχο) κλήσεων',
    '(πείτε|δηλώστε) .. όνομά .. (λόγο|γιατί)',
    '(εικονικ\\w+|ψηφιακ\\w+|προσωπικ\\w+) βοηθός',
    'δεν είστε ρομπότ',
  ],
  reason: ['(λόγο|σκοπό) της κλήσης', 'γιατί καλείτε', 'περί τίνος πρόκειται'],
  person: [
    '(θα )?(του|της|τους) (το )?(πω|δώσω|μεταφέρω|φωνάξω|διαβιβάσω)',
    '(μπορώ|θέλετε|πώς μπορώ|σε τι) .. (βοηθήσω|αφήσετε|εξυπηρετήσω|πω)',
    '(ποιος (είναι|μιλάει|καλεί)|με ποιον μιλάω)',
    '(ένα λεπτό|μια στιγμή|περιμένετε|εμπρός)',
    '(ο άντρας|η γυναίκα|η μητέρα|ο πατέρας|ο γιος|η κόρη) μου',
  ],
};

export const HUNGARIAN: PhraseLists = {
  mailbox: ['(a )?(sípszó|hangjelzés|jelzés|sípszót|hangjelzést) (után|követően)'],
  message: ['(hagyjon|hagyj|hagyja|kérjük hagyjon) .. üzenet\\w*(?! (nálam|átadom))'],
  promise: [
    '(visszahívom|visszahívlak|visszahívjuk|jelentkezem|jelentkezünk)( .. (amint|hamarosan|mihelyt|minél))?',
  ],
  reached: [
    '(hangposta|hangpostája|hangpostáját|üzenetrögzítő|üzenetrögzítője|üzenetrögzítőjét|hangpostafiók)(?! (megtelt|nem))',
    '(ön|te) .. (hívta|hívtad|elérte)',
    'köszönjük (a|hogy) .. (hívás\\w*|hívott|felhívott)',
    'üdvözöljük',
  ],
  absent: [
    '(nem tudom|nem tudjuk|nem tudok|nem vagyok|nem vagyunk) .. (fogadni|felvenni|elérhető|itthon|fogad\\w+)',
    '(irodánk|rendelőnk|üzletünk|nyitvatartás\\w*|nyitvatartási)',
  ],
  leave: [
    '(hagyja|hagyjon|hagyd|adja|mondja) .. (nevét|nevedet|számát|telefonszám\\w*|üzenet\\w*)',
    '(próbálja|próbálkozzon|hívjon) .. (később|újra)',
  ],
  full: ['(hangposta|hangpostafiók|postafiók|üzenetrögzítő) .. (megtelt|tele van)'],
  unassigned: [
    '(szám|számon|telefonszám|hívószám) .. (nem létezik|nincs kiosztva|(?<!(pillanatnyilag|jelenleg|átmenetileg) )nem kapcsolható|nincs forgalomban|megváltozott|téves|előfizető nem kapcsolható|nem üzemel)',
  ],
  unreachable: [
    '(előfizető|hívott|szám|készülék|telefon) .. (nem elérhető|pillanatnyilag nem|nem kapcsolható|ki van kapcsolva|nem válaszol|nem fogad)',
  ],
  keys: [
    '(nyomja|nyomjon) (meg )?(az? )?(egy\\w*|kett\\w*|három\\w*|hárm\\w*|négy\\w*|öt\\w*|null\\w*|[0-9])',
  ],
  menu: [
    '(nyomja|nyomjon|válassza|mondja) (meg )?(az? )?(egy\\w*|kett\\w*|három\\w*|hárm\\w*|négy\\w*|öt\\w*|null\\w*|[0-9])',
    'főmenü\\w*',
  ],
  screener: [
    '(hívásszűr\\w+|hívásellenőrz\\w+)',
    '(mondja|adja) .. nevét .. (miért|ok\\w*|cél\\w*)',
    '(virtuális|digitális|személyi) asszisztens\\w*',
    'nem robot',
  ],
  reason: ['(hívás|hívásának) (oka|célja|okát|célját)', 'miért (hív|keresi)', 'milyen ügyben'],
  person: [
    '(átadom|megmondom|szólok|hívom|adom|felírom)( (neki|nekik|őt|az üzenetet))?',
    '(segíthetek|miben segíthetek|szeretne|akar|átadhatok)( .. (üzenetet|hagyni|segíthetek))?',
    '(ki (az|beszél|keresi|telefonál)|kivel beszélek)',
    '(egy pillanat\\w*|várjon|kis türelmet|tessék|halló)',
    '(férjem|feleségem|anyám|apám|fiam|lányom|főnököm)',
  ],
};

export const TURKISH: PhraseLists = {
  mailbox: [
    '(bip|sinyal|ses|uyarı) (sesinden|sesi|tonundan) (sonra|itibaren)',
    '(sinyalden|biplemeden|bipten) sonra',
  ],
  message: ['(mesaj|mesajınızı|mesajını|not) (bırakın|bırakınız|bırak|kaydedin|kaydediniz)(?! (bana|ben))'],
  promise: ['(sizi|seni|size|sana) .. (arayacağım|arayacağız|ararım|ararız|döneceğim|döneceğiz|dönüş)'],
  reached: [
    '(telesekreter|telesekreteri|telesekretere|sesli mesaj|sesli mesaj kutusu|sesli posta)(?! (dolu|kutusu dolu))',
    '(aradınız|ulaştınız|aradığınız için)',
    '(hoş geldiniz|teşekkür ederiz)',
  ],
  absent: [
    '(şu anda|şu an|şimdi|maalesef) .. (cevap veremiyor\\w*|yanıt veremiyor\\w*|telefona|müsait değil\\w*|açamıyor\\w*|bakamıyor\\w*|evde değil\\w*|kapalı\\w*|yokum|yokuz)',
    '(ofisimiz|çalışma saatlerimiz|mesai saat\\w*|kliniğimiz|mağazamız)',
  ],
  leave: [
    '(adınızı|isminizi|adını|numaranızı|telefonunuzu|mesajınızı) .. (bırakın|bırakınız|bırak|söyleyin)',
    '(daha sonra|sonra) (tekrar )?(arayın|arayınız|deneyin|deneyiniz)',
  ],
  full: [
    '(mesaj kutusu|posta kutusu|sesli mesaj kutusu|kutu) .. dolu\\w*',
    '(mesaj|mesajlar) kabul (edemiyor|etmiyor|edemez)',
  ],
  unassigned: [
    '(numara|numaraya|hat) .. (kullanılmamaktadır|kullanılmıyor|mevcut değil\\w*|geçersiz\\w*|hizmet dışı\\w*|yanlış|iptal|değişmiştir|tahsis edilmemiş\\w*)',
  ],
  unreachable: [
    '(aradığınız|abone\\w*|kişi\\w*|numara\\w*|telefon\\w*) .. (ulaşılamıyor\\w*|ulaşılamamaktadır|kapalı|kapsama (alanı )?dışında|cevap ver(miyor|memektedir)|meşgul)',
  ],
  keys: [
    '(biri|bire|ikiyi|ikiye|üçü|üçe|dördü|dörde|beşi|beşe|sıfırı|sıfıra|[0-9]) (basın|basınız|tuşlayın|tuşlayınız|tuşuna)',
    '(tuşlayın|tuşlayınız)',
  ],
  menu: [
    '(biri|bire|ikiyi|ikiye|üçü|üçe|dördü|dörde|beşi|beşe|sıfırı|sıfıra|[0-9]) (basın|basınız|tuşlayın|tuşlayınız|tuşuna)',
    'ana menü\\w*',
    '(tuşlayın|tuşlayınız)',
  ],
  screener: [
    '(arama|çağrı) (filtre\\w*|tarama\\w*|kontrol\\w*)',
    '(adınızı|isminizi) .. (neden|niçin|sebebini|nedenini|amacını)',
    '(sanal|dijital|kişisel) asistan\\w*',
    'robot olmadığınız\\w*',
  ],
  reason: [
    '(arama|aramanızın) (nedeni\\w*|sebebi\\w*|amacı\\w*)',
    'neden arıyorsunuz',
    'konu ne(dir)?',
    'kimin aradığını',
  ],
  person: [
    '(söylerim|iletirim|haber veririm|çağırayım|vereyim|veriyorum|bağlıyorum|not alayım|söyleyeyim)',
    '(yardımcı|nasıl|size) .. (olabilirim|olayım)',
    '(ister misiniz|ister misin|alabilir miyim|iletmemi)',
    '(kimsiniz|kim arıyor|kiminle görüşüyorum|kimsin|efendim|buyurun)',
    '(bir dakika|bir saniye|bekleyin|hatta kalın|ayrılmayın)',
    '(eşim|kocam|karım|annem|babam|oğlum|kızım|patronum)',
  ],
};
