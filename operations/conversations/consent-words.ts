/** Words with which customers stop and resume contact from the business, and their confirmations. Pure. */

/** What the customer wants. */
type ConsentWish = 'stop' | 'start';

interface Language {
  readonly stop: readonly string[];
  readonly start: readonly string[];
  /** The confirmations. */
  readonly stopped: string;
  readonly started: string;
}

/** By language tag. A word of several languages is confirmed in the first of them. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    stop: ['stop', 'stop all', 'stopall', 'unsubscribe', 'opt out', 'optout', 'quit', 'end', 'cancel'],
    start: ['start', 'unstop', 'subscribe', 'opt in', 'optin', 'resume'],
    stopped: 'You will not receive any more messages or calls from us. Reply START to resume.',
    started: 'You will receive messages and calls from us again. Reply STOP to end them.',
  },
  de: {
    stop: ['stopp', 'abbestellen', 'abmelden', 'austragen', 'beenden', 'aufhören'],
    start: ['anmelden', 'starten', 'bestellen', 'fortsetzen'],
    stopped: 'Sie erhalten keine Nachrichten und Anrufe mehr von uns. Mit START melden Sie sich wieder an.',
    started: 'Sie erhalten wieder Nachrichten und Anrufe von uns. Mit STOPP melden Sie sich ab.',
  },
  fr: {
    stop: ['arrêt', 'arrêter', 'arrêtez', 'désabonner', 'désinscrire', 'désinscription', 'me désabonner'],
    start: ['reprendre', 'abonner', 's’abonner', 'inscrire'],
    stopped: 'Vous ne recevrez plus de messages ni d’appels de notre part. Répondez START pour reprendre.',
    started: 'Vous recevrez de nouveau nos messages et appels. Répondez STOP pour arrêter.',
  },
  es: {
    stop: ['baja', 'darme de baja', 'cancelar', 'cancelar suscripción', 'detener', 'alto', 'no molestar'],
    start: ['alta', 'reanudar', 'suscribir', 'suscribirme', 'empezar'],
    stopped: 'Ya no recibirá mensajes ni llamadas nuestras. Responda START para reanudarlos.',
    started: 'Volverá a recibir nuestros mensajes y llamadas. Responda STOP para detenerlos.',
  },
  pt: {
    stop: ['parar', 'pare', 'sair', 'descadastrar', 'cancelar inscrição', 'remover'],
    start: ['começar', 'iniciar', 'voltar', 'inscrever', 'retomar'],
    stopped: 'Você não receberá mais mensagens nem ligações nossas. Responda START para voltar a receber.',
    started: 'Você voltará a receber nossas mensagens e ligações. Responda STOP para parar.',
  },
  it: {
    stop: ['fermare', 'ferma', 'basta', 'annulla', 'disiscrivimi', 'cancellami', 'disiscriviti'],
    start: ['inizia', 'riprendi', 'iscrivimi', 'riattiva'],
    stopped: 'Non riceverà più messaggi né chiamate da noi. Risponda START per riprendere.',
    started: 'Riceverà di nuovo i nostri messaggi e le nostre chiamate. Risponda STOP per interromperli.',
  },
  nl: {
    stop: ['stoppen', 'afmelden', 'uitschrijven', 'opzeggen'],
    start: ['aanmelden', 'inschrijven', 'hervatten', 'beginnen'],
    stopped: 'U ontvangt geen berichten en oproepen meer van ons. Antwoord START om te hervatten.',
    started: 'U ontvangt weer berichten en oproepen van ons. Antwoord STOP om te stoppen.',
  },
  pl: {
    stop: ['zatrzymaj', 'wypisz', 'rezygnuję', 'anuluj', 'koniec'],
    start: ['wznów', 'zapisz', 'rozpocznij'],
    stopped: 'Nie będziesz już otrzymywać od nas wiadomości ani połączeń. Odpowiedz START, aby wznowić.',
    started: 'Znów będziesz otrzymywać nasze wiadomości i połączenia. Odpowiedz STOP, aby je zatrzymać.',
  },
  cs: {
    stop: ['zastavit', 'odhlásit', 'zrušit'],
    start: ['přihlásit', 'obnovit', 'začít'],
    stopped: 'Už od nás nebudete dostávat zprávy ani hovory. Odpovězte START pro obnovení.',
    started: 'Znovu budete dostávat naše zprávy a hovory. Odpovězte STOP pro ukončení.',
  },
  hu: {
    stop: ['leállít', 'leiratkozás', 'leiratkozom', 'állj'],
    start: ['feliratkozás', 'feliratkozom', 'újraindít'],
    stopped: 'A továbbiakban nem kap tőlünk üzenetet vagy hívást. Válaszoljon START szóval a folytatáshoz.',
    started: 'Ismét kap tőlünk üzeneteket és hívásokat. Válaszoljon STOP szóval a leállításhoz.',
  },
  ro: {
    stop: ['opriți', 'oprește', 'dezabonare', 'dezabonează'],
    start: ['abonare', 'abonează', 'pornește'],
    stopped: 'Nu veți mai primi mesaje sau apeluri de la noi. Răspundeți START pentru a relua.',
    started: 'Veți primi din nou mesaje și apeluri de la noi. Răspundeți STOP pentru a le opri.',
  },
  sv: {
    stop: ['stoppa', 'avsluta', 'avregistrera', 'avprenumerera', 'sluta'],
    start: ['starta', 'prenumerera', 'återuppta'],
    stopped: 'Du får inga fler meddelanden eller samtal från oss. Svara START för att återuppta.',
    started: 'Du får meddelanden och samtal från oss igen. Svara STOP för att avsluta.',
  },
  da: {
    stop: ['afmeld', 'afmelding', 'hold op'],
    start: ['tilmeld', 'genoptag'],
    stopped: 'Du får ikke flere beskeder eller opkald fra os. Svar START for at genoptage.',
    started: 'Du får igen beskeder og opkald fra os. Svar STOP for at afmelde.',
  },
  no: {
    stop: ['stopp meldinger', 'avmeld', 'meld av', 'slutt'],
    start: ['påmeld', 'meld på', 'gjenoppta'],
    stopped: 'Du får ikke flere meldinger eller anrop fra oss. Svar START for å gjenoppta.',
    started: 'Du får igjen meldinger og anrop fra oss. Svar STOP for å avslutte.',
  },
  fi: {
    stop: ['lopeta', 'peruuta', 'seis', 'peru tilaus'],
    start: ['aloita', 'tilaa', 'jatka'],
    stopped: 'Et saa meiltä enää viestejä tai puheluita. Vastaa START jatkaaksesi.',
    started: 'Saat jälleen meiltä viestejä ja puheluita. Vastaa STOP lopettaaksesi.',
  },
  el: {
    stop: ['στοπ', 'διακοπή', 'σταμάτα', 'κατάργηση'],
    start: ['έναρξη', 'εγγραφή', 'ξεκίνα'],
    stopped: 'Δεν θα λαμβάνετε πλέον μηνύματα ή κλήσεις από εμάς. Απαντήστε START για συνέχεια.',
    started: 'Θα λαμβάνετε ξανά μηνύματα και κλήσεις από εμάς. Απαντήστε STOP για διακοπή.',
  },
  tr: {
    stop: ['dur', 'durdur', 'iptal', 'abonelikten çık', 'ret'],
    start: ['başla', 'başlat', 'abone ol', 'devam'],
    stopped: 'Artık bizden mesaj veya çağrı almayacaksınız. Devam etmek için START yazın.',
    started: 'Yeniden bizden mesaj ve çağrı alacaksınız. Durdurmak için STOP yazın.',
  },
  ru: {
    stop: ['стоп', 'отписаться', 'отписка', 'отмена', 'хватит'],
    start: ['старт', 'подписаться', 'возобновить', 'начать'],
    stopped: 'Вы больше не будете получать от нас сообщения и звонки. Ответьте START, чтобы возобновить.',
    started: 'Вы снова будете получать наши сообщения и звонки. Ответьте STOP, чтобы отказаться.',
  },
  uk: {
    stop: ['відписатися', 'скасувати', 'досить', 'зупинити'],
    start: ['підписатися', 'відновити', 'почати'],
    stopped: 'Ви більше не отримуватимете від нас повідомлень і дзвінків. Відповідайте START, щоб відновити.',
    started: 'Ви знову отримуватимете наші повідомлення та дзвінки. Відповідайте STOP, щоб відмовитися.',
  },
  bg: {
    stop: ['спри', 'откажи', 'отписване'],
    start: ['започни', 'абонирай', 'възобнови'],
    stopped: 'Няма да получавате повече съобщения и обаждания от нас. Отговорете START за възобновяване.',
    started: 'Отново ще получавате наши съобщения и обаждания. Отговорете STOP за спиране.',
  },
  hr: {
    stop: ['zaustavi', 'odjava', 'odjavi', 'prekini'],
    start: ['pokreni', 'prijava', 'prijavi', 'nastavi'],
    stopped: 'Više nećete primati naše poruke i pozive. Odgovorite START za nastavak.',
    started: 'Ponovno ćete primati naše poruke i pozive. Odgovorite STOP za prekid.',
  },
  ar: {
    stop: ['توقف', 'إيقاف', 'الغاء', 'إلغاء الاشتراك', 'قف'],
    start: ['ابدأ', 'اشتراك', 'استئناف'],
    stopped: 'لن تتلقى منا رسائل أو مكالمات بعد الآن. أرسل START للاستئناف.',
    started: 'ستتلقى رسائلنا ومكالماتنا مجددًا. أرسل STOP لإيقافها.',
  },
  he: {
    stop: ['עצור', 'הסר', 'הפסק', 'ביטול'],
    start: ['התחל', 'הרשמה', 'חידוש'],
    stopped: 'לא תקבלו מאיתנו עוד הודעות או שיחות. השיבו START לחידוש.',
    started: 'תקבלו שוב הודעות ושיחות מאיתנו. השיבו STOP להפסקה.',
  },
  hi: {
    stop: ['रोकें', 'रोको', 'बंद करो', 'बंद करें', 'बंद'],
    start: ['शुरू', 'शुरू करें', 'चालू करें'],
    stopped: 'अब आपको हमसे संदेश या कॉल नहीं मिलेंगे। फिर से पाने के लिए START लिखें।',
    started: 'आपको फिर से हमारे संदेश और कॉल मिलेंगे। रोकने के लिए STOP लिखें।',
  },
  id: {
    stop: ['berhenti', 'hentikan', 'batal', 'berhenti berlangganan'],
    start: ['mulai', 'langganan', 'lanjutkan'],
    stopped: 'Anda tidak akan menerima pesan atau panggilan dari kami lagi. Balas START untuk melanjutkan.',
    started: 'Anda akan kembali menerima pesan dan panggilan dari kami. Balas STOP untuk berhenti.',
  },
  vi: {
    stop: ['dừng', 'dừng lại', 'hủy', 'hủy đăng ký', 'ngừng'],
    start: ['bắt đầu', 'đăng ký', 'tiếp tục'],
    stopped: 'Bạn sẽ không nhận tin nhắn hoặc cuộc gọi từ chúng tôi nữa. Trả lời START để tiếp tục.',
    started: 'Bạn sẽ lại nhận tin nhắn và cuộc gọi từ chúng tôi. Trả lời STOP để dừng.',
  },
  th: {
    stop: ['หยุด', 'ยกเลิก', 'เลิก'],
    start: ['เริ่ม', 'สมัคร', 'ดำเนินการต่อ'],
    stopped: 'คุณจะไม่ได้รับข้อความหรือสายจากเราอีก ตอบ START เพื่อรับต่อ',
    started: 'คุณจะได้รับข้อความและสายจากเราอีกครั้ง ตอบ STOP เพื่อหยุด',
  },
  ja: {
    stop: ['停止', '配信停止', '解除', 'ストップ', '退会'],
    start: ['開始', '再開', '登録', 'スタート'],
    stopped: '今後、当社からのメッセージやお電話は届きません。再開するには START と返信してください。',
    started: '当社からのメッセージとお電話を再開します。停止するには STOP と返信してください。',
  },
  ko: {
    stop: ['중지', '수신거부', '해지', '그만'],
    start: ['시작', '수신동의', '재개'],
    stopped: '더 이상 메시지나 전화를 받지 않습니다. 다시 받으려면 START로 답장하세요.',
    started: '메시지와 전화를 다시 받습니다. 중지하려면 STOP으로 답장하세요.',
  },
  zh: {
    stop: ['停', '退订', '退訂', '取消订阅', '取消訂閱'],
    start: ['开始', '開始接收', '订阅', '訂閱', '恢复'],
    stopped: '您将不再收到我们的消息和来电。回复 START 可恢复。',
    started: '您将重新收到我们的消息和来电。回复 STOP 可停止。',
  },
};

/** Longer messages cannot be one of these words. */
const MAX_CHARACTERS = 60;

/** Removes differences of case, accents, punctuation and space. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Mc}]+/gu, ' ')
    .trim();

export interface ConsentWord {
  readonly wish: ConsentWish;
  /** The language's tag. */
  readonly language: string;
  readonly confirmation: string;
}

const wordsOf = (): ReadonlyMap<string, ConsentWord> => {
  const words = new Map<string, ConsentWord>();
  for (const [language, { stop, start, stopped, started }] of Object.entries(LANGUAGES)) {
    for (const word of stop)
      if (!words.has(folded(word)))
        words.set(folded(word), { wish: 'stop', language, confirmation: stopped });
    for (const word of start)
      if (!words.has(folded(word)))
        words.set(folded(word), { wish: 'start', language, confirmation: started });
  }
  return words;
};

const WORDS = wordsOf();

/** The request of a message that is one of these words and nothing else; null: any other message. */
export const consentWord = (text: string): ConsentWord | null =>
  text.length > MAX_CHARACTERS ? null : (WORDS.get(folded(text)) ?? null);
