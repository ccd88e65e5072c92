/** Polish, Czech, Slovak, Russian and Ukrainian phrases of answering parties. */
import type { PhraseLists } from '../phrase-lists.js';

export const POLISH: PhraseLists = {
  mailbox: [
    'po (usłyszeniu )?(sygnale|sygnału|dźwięku|usłyszeniu|tonie|dzwonku)',
    '(poczta głosowa|poczty głosowej|skrzynka głosowa|skrzynki głosowej|automatyczna sekretarka|automatyczną sekretarką) (numeru|abonenta|użytkownika|firmy)',
    '(tu|tutaj) (poczta głosowa|skrzynka głosowa|automatyczna sekretarka)',
    '(nagraj|nagrać|proszę nagrać|nagrywaj) (swoją |krótką |twoją |teraz )*(wiadomość|się)',
    '(przekierowan\\w+|przełączon\\w+) (na|do) (pocztę|poczty|skrzynk\\w+)',
  ],
  message: [
    '(zostaw|zostawcie|proszę zostawić) (swoją |krótką |mi |nam )*wiadomość(?! (u mnie|mnie|to|a ja|dla))',
  ],
  promise: [
    '(zostaw\\w*|nagraj\\w*|proszę zostawić) .. (oddzwoni\\w+|zadzwoni\\w+|skontaktuj\\w+|odezw\\w+)',
    '(oddzwonię|oddzwonimy|odezwę się|odezwiemy się|skontaktujemy się|skontaktuję się) .. (jak tylko|najszybciej|wkrótce|później|kiedy|tak szybko)',
  ],
  reached: [
    '(dodzwoni\\w+|dodzwoniłeś|dodzwoniłaś|dodzwonili) (się )?(się )?(do|pod|państwo)',
    '(dziękujemy|dziękuję) za (telefon|połączenie|kontakt)',
    '(witamy|witaj) (w|na|pod)',
    '(tu|tutaj) (numer|telefon|biuro|firma)',
  ],
  absent: [
    '(nie mogę|nie możemy|nie jestem w stanie|nie jesteśmy w stanie) .. (odebrać|rozmawiać|podejść|odbierać|teraz|przyjąć)',
    '(obecnie|teraz|w tej chwili|chwilowo) (nie mogę|nie możemy|nie ma mnie|nie ma nas|jestem|jesteśmy)',
    '(nie ma mnie|nie ma nas|jestem na urlopie|jesteśmy na urlopie|jesteśmy zamknięci|jestem poza)',
    '(nasze|nasza|nasz|biuro|sklep|gabinet|przychodnia|kancelaria) .. (jest|są)? ?(nieczynn\\w+|zamknięt\\w+|czynn\\w+)',
    '(godziny (otwarcia|pracy)|pracujemy od|czynne od)',
    '(wszyscy|wszystkie) (nasi|nasze) (konsultanci|linie)',
  ],
  leave: [
    '(zostaw\\w*|proszę zostawić|podaj\\w*|proszę podać) .. (imię|nazwisko|numer|wiadomość|dane)',
    '(imię|nazwisko) i (swój )?numer',
    '(spróbuj|zadzwoń|proszę zadzwonić|proszę spróbować|spróbujcie) .. (później|ponownie|jutro)',
    '(wyślij|napisz|proszę wysłać) .. (sms\\w*|wiadomość|mail\\w*)',
  ],
  full: [
    '(poczta głosowa|skrzynka głosowa|skrzynka|poczta|pamięć) .. jest (\\w+ )?(pełna|przepełniona|zapełniona)',
    '(nie może|nie można|nie przyjmuje) .. (nagrać|przyjąć|przyjmować|zostawić|więcej|nowych|kolejnych) .. wiadomości',
    '(poczta|skrzynka) .. nie (jest|została) (aktywn\\w+|skonfigurowan\\w+|uruchomion\\w+)',
  ],
  unassigned: [
    '(numer|numeru) .. (nie istnieje|nie jest (przydzielony|aktywny|używany|podłączony)|jest nieprawidłowy|został (zmieniony|wyłączony|odłączony)|nie ma takiego|jest nieaktywny|nieczynny|nie został rozpoznany)',
    'nie ma takiego numeru',
    'sprawdź numer|proszę sprawdzić numer',
  ],
  unreachable: [
    '(abonent|abonenta|rozmówca|numer|telefon|użytkownik|osoba) .. (niedostępny|nieosiągalny|poza zasięgiem|wyłączony|nie odpowiada|nie odbiera|niedostępna|nie może (teraz )?odebrać)',
    '(abonent|telefon) .. (ma wyłączony|jest zajęty)',
  ],
  keys: [
    '(naciśnij|wciśnij|wybierz|proszę wybrać|proszę nacisnąć) (klawisz )?(jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|zero|jedynkę|dwójkę|trójkę|czwórkę|piątkę|[0-9]|gwiazdkę|krzyżyk)',
  ],
  menu: [
    '(naciśnij|wciśnij|wybierz|powiedz|proszę wybrać|proszę nacisnąć) (klawisz )?(jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|zero|jedynkę|dwójkę|trójkę|czwórkę|piątkę|[0-9]|gwiazdkę|krzyżyk)',
    'menu główne',
    '(powiedz|opisz|proszę powiedzieć) .. (w kilku słowach|krótko|w jakiej sprawie|czego potrzebujesz)',
    'możesz powiedzieć',
    '(aby|żeby|jeśli|w sprawie) .{1,60}? (naciśnij|wciśnij|wybierz)',
  ],
  screener: [
    '(filtr\\w*|filtrowani\\w+|weryfikacj\\w+|selekcj\\w+|kontrol\\w+|filtruje|sprawdza) (połączeń|rozmów|połączenia|rozmowy|dzwoniących)',
    '(powiedz|podaj|przedstaw|proszę podać|proszę powiedzieć|proszę się przedstawić) .. (imię|nazwisko|się) .. (powód|cel|sprawa|dlaczego|po co|w jakiej)',
    '(proszę się przedstawić|przedstaw się)',
    '(wirtualn\\w+|cyfrow\\w+|osobist\\w+|automatyczn\\w+) asystent\\w*',
    '(chce|chciałby|chciałaby) wiedzieć .. kto',
    'nie (jesteś|jest pan|jest pani) robotem',
    'zanim (połączę|przełączę|odbierze|przekażę)',
  ],
  reason: [
    '(powód|cel|temat) (rozmowy|połączenia|telefonu|kontaktu)',
    '(w jakiej sprawie|o co chodzi|dlaczego dzwonisz|po co)',
    'kogo mam zapowiedzieć',
    '(łączę|już łączę)',
  ],
  person: [
    '(przekażę|powiem|powtórzę|zapiszę|zawołam|poproszę|dam|przekażemy|zapytam)( (mu|jej|im|go|ją|to|znać|jemu))?',
    '(czy )?(mogę|może|chce|chciałby|chciałaby|zechce) (pan |pani |coś |w czymś |mu |jej )*(przekazać|zostawić|pomóc|powtórzyć|zadzwonić)',
    '(w czym|jak) (mogę|możemy) pomóc',
    '(kto (mówi|dzwoni|tam|przy)|z kim (rozmawiam|mam))',
    '(chwileczkę|(?<!the )moment|momencik|sekundę|proszę (czekać|poczekać|chwilę))',
    '(mąż|męża|żona|żony|mama|mamy|tata|taty|syn|syna|córka|córki|szef|szefa|kolega)',
  ],
};

export const CZECH: PhraseLists = {
  mailbox: ['po (zaznění |uslyšení )?(tónu|signálu|pípnutí|tónem|signálem)'],
  message: ['(zanechte|nechte|nechej|namluvte|nahrajte) .. (vzkaz|zprávu)(?! (u mě|já))'],
  promise: [
    '(zanechte|nechte|nechej) .. (ozvu|ozveme|zavolám|zavoláme)',
    '(ozvu se|zavolám zpět|budeme vás kontaktovat|ozveme se) .. (jakmile|co nejdříve|hned)',
  ],
  reached: [
    '(hlasová schránka|hlasové schránky|hlasovou schránku|záznamník|hlasovka)(?! (je|mi))',
    '(dovolali|dovolal|dovolala) (jste se|ses)',
    'děkujeme za (váš hovor|zavolání)',
    'vítejte (v|na)',
  ],
  absent: [
    '(nemohu|nemůžu|nemůžeme|nejsem|nejsme) .. (přijmout|zvednout|hovor|mluvit|doma|k zastižení|teď)',
    '(naše|naši) (kancelář|ordinace|otevírací doba|prodejna)',
  ],
  leave: ['(zanechte|nechte|uveďte) .. (jméno|číslo|vzkaz|zprávu)', '(zkuste|zavolejte) .. (později|znovu)'],
  full: ['schránka .. je plná', 'nelze (přijímat|nahrát|uložit) .. (vzkazy|zprávy|zprávu)'],
  unassigned: [
    '(číslo|čísla|číslem) .. (neexistuje|není (přiděleno|v provozu|používáno|platné)|bylo (zrušeno|změněno)|není zapojeno)',
  ],
  unreachable: [
    '(účastník|volaný|číslo|telefon|stanice) .. (není dostupný|nedostupný|není k zastižení|vypnut\\w*|mimo dosah|neodpovídá|není dostupn\\w+|nedostupné)',
  ],
  keys: [
    '(stiskněte|zmáčkněte) (klávesu |tlačítko |číslo )?(jedna|jedničku|dva|dvojku|tři|trojku|čtyři|pět|nula|nulu|[0-9])',
  ],
  menu: [
    '(stiskněte|zvolte|zmáčkněte|řekněte) (klávesu |tlačítko |číslo )?(jedna|jedničku|dva|dvojku|tři|trojku|čtyři|pět|nula|nulu|[0-9])',
    'hlavní menu',
  ],
  screener: [
    '(filtr\\w*|kontrol\\w+|prověřování) hovorů',
    '(řekněte|uveďte|sdělte) .. jméno .. (důvod|proč)',
    '(virtuální|digitální|osobní|automatický) asistent\\w*',
    'nejste robot',
  ],
  reason: ['důvod (hovoru|vašeho)', 'proč voláte', 'o co (jde|se jedná)', 'čeho se to týká'],
  person: [
    '(vyřídím|řeknu|předám|zavolám|dám|povím) (mu|jí|to|ho|ji|vám)',
    '(mohu|můžu|chcete|přejete si) .. (pomoci|pomoct|vyřídit|nechat|vzkaz)',
    '(kdo (je|volá|mluví|to)|s kým mluvím)',
    '((?<!the )moment|okamžik|chvilku|vydržte|počkejte)',
    '(manžel|manželka|máma|táta|syn|dcera|šéf)',
  ],
};

export const SLOVAK: PhraseLists = {
  mailbox: ['po (zaznení )?(tóne|tónu|signáli|signálu|pípnutí|signále|zvukovom signáli)'],
  message: ['(zanechajte|nechajte|nechaj|nahrajte) .. (odkaz|správu)(?! (u mňa|ja))'],
  promise: ['(zanechajte|nechajte) .. (ozvem|ozveme|zavolám|zavoláme)'],
  reached: [
    '(odkazová schránka|odkazovej schránky|hlasová schránka|hlasovej schránky|záznamník)(?! (je|mi))',
    '(dovolali|dovolal|dovolala) (ste sa|si sa)',
    'ďakujeme za (váš hovor|zavolanie)',
    'vitajte (v|na)',
  ],
  absent: ['(nemôžem|nemôžeme|nie som|nie sme) .. (prijať|zdvihnúť|hovor|doma|teraz|zastihnuteľn\\w+)'],
  leave: [
    '(zanechajte|nechajte|uveďte) .. (meno|číslo|odkaz|správu)',
    '(skúste|zavolajte) .. (neskôr|znova)',
  ],
  full: ['schránka .. je plná'],
  unassigned: ['(číslo|čísla) .. (neexistuje|nie je (pridelené|v prevádzke|platné)|bolo (zrušené|zmenené))'],
  unreachable: [
    '(účastník|volaný|číslo|telefón) .. (nie je dostupn\\w+|nedostupn\\w+|vypnut\\w*|mimo dosahu|neodpovedá)',
  ],
  keys: [
    'stlačte (kláves |tlačidlo |číslo )?(jedna|jednotku|dva|dvojku|tri|trojku|štyri|päť|nula|nulu|[0-9])',
  ],
  menu: [
    '(stlačte|zvoľte|povedzte) (kláves |tlačidlo |číslo )?(jedna|jednotku|dva|dvojku|tri|trojku|štyri|päť|nula|nulu|[0-9])',
    'hlavné menu',
  ],
  screener: [
    '(filtr\\w*|kontrol\\w+) hovorov',
    '(povedzte|uveďte) .. meno .. (dôvod|prečo)',
    '(virtuálny|digitálny|osobný) asistent\\w*',
  ],
  reason: ['dôvod (hovoru|vášho)', 'prečo voláte', 'o čo (ide|sa jedná)'],
  person: [
    '(odkážem|poviem|odovzdám|zavolám|dám) (mu|jej|to|ho|ju|vám)',
    '(môžem|chcete|želáte si) .. (pomôcť|odkázať|nechať)',
    '(kto (je|volá|to)|s kým hovorím)',
    '((?<!the )moment|okamih|chvíľku|počkajte)',
    '(manžel|manželka|mama|otec|syn|dcéra|šéf)',
  ],
};

export const RUSSIAN: PhraseLists = {
  mailbox: ['после (звукового |длинного )?(сигнала|гудка|тона)'],
  message: ['(оставьте|оставь|запишите|продиктуйте) .. (сообщение|сообщения)(?! (мне|у меня|я передам))'],
  promise: [
    '(оставьте|оставь) .. (перезвон\\w+|свяж\\w+)',
    '(я|мы) .. (перезвон\\w+|свяж\\w+) .. (как только|позже|в ближайшее)',
  ],
  reached: [
    '(автоответчик|голосовая почта|голосовой почты|голосовую почту|голосовой ящик)(?! (переполнен|не))',
    'вы (позвонили|дозвонились)',
    '(спасибо за|благодарим за) (звонок|ваш)',
    'добро пожаловать',
  ],
  absent: [
    '(не могу|не можем|не могли|не в состоянии) .. (ответить|говорить|подойти|взять|принять)',
    '(сейчас|в данный момент|к сожалению) .. (меня нет|нас нет|не могу|не можем|закрыт\\w*)',
    '(наш офис|наши|часы работы|мы работаем)',
  ],
  leave: [
    '(оставьте|оставь|назовите) .. (имя|номер|сообщение|контакты)',
    '(перезвоните|попробуйте|позвоните) .. (позже|позднее|снова|ещё раз)',
  ],
  full: [
    '(почта|почтовый ящик|ящик|автоответчик) .. (переполнен\\w*|заполнен\\w*)',
    'не может принять .. сообщени\\w+',
  ],
  unassigned: [
    '(номер|номера|телефон|телефона) .. (не существует|не обслуживается|неправильно|набран неверно|не используется|отключ[её]н|изменился|недействителен)',
    'неправильно набран',
  ],
  unreachable: [
    '(абонент|аппарат|телефон|номер) .. (недоступен|выключен|вне зоны|не отвечает|временно|не может ответить|занят)',
  ],
  keys: [
    '(нажмите|наберите) (цифру |кнопку |клавишу )?(один|единицу|два|двойку|три|тройку|четыре|пять|шесть|семь|восемь|девять|ноль|[0-9]|реш[её]тку|зв[её]здочку)',
  ],
  menu: [
    '(нажмите|наберите|скажите|выберите) (цифру |кнопку |клавишу )?(один|единицу|два|двойку|три|тройку|четыре|пять|шесть|семь|восемь|девять|ноль|[0-9]|реш[её]тку|зв[её]здочку)',
    'главное меню',
  ],
  screener: [
    '(фильтр\\w*|проверк\\w+|фильтрац\\w+) (звонков|вызовов)',
    '(назовите|представьтесь|скажите) .. (имя|представьтесь)? ?.. (причин\\w+|цель|зачем|почему|по какому)',
    '(виртуальн\\w+|цифров\\w+|личн\\w+|голосов\\w+|электронн\\w+) (помощник|ассистент|секретарь|секретар\\w+)',
    'представьтесь',
    'не робот',
  ],
  reason: [
    '(причина|цель) (звонка|вашего)',
    '(по какому вопросу|зачем вы звоните|что вы хотели)',
    'что (ему|ей|мне) передать',
  ],
  person: [
    '(я |мы )?(передам|скажу|позову|сообщу|запишу|дам)( (ему|ей|им|его|её|трубку|вам))?',
    '(могу|хотите|чем|что) .. (помочь|передать|оставить)',
    '(кто (это|говорит|звонит|там|спрашивает)|с кем (я )?говорю)',
    '(минуту|минутку|секунду|подождите|сейчас позову|алло)',
    '(муж|жена|мама|папа|сын|дочь|начальник)',
  ],
};

export const UKRAINIAN: PhraseLists = {
  mailbox: ['після (звукового |довгого )?(сигналу|гудка|тону)'],
  message: ['(залиште|залиш|запишіть|продиктуйте) .. повідомлення(?! (мені|у мене|я передам))'],
  promise: [
    "(залиште|залиш) .. (передзвон\\w+|зв'яж\\w+)",
    "(я|ми) .. (передзвон\\w+|зв'яж\\w+) .. (щойно|пізніше|якнайшвидше)",
  ],
  reached: [
    '(автовідповідач|голосова пошта|голосової пошти|голосову пошту)(?! (переповнен|не))',
    'ви (зателефонували|додзвонилися|подзвонили)',
    'дякуємо за (дзвінок|ваш)',
    'ласкаво просимо',
  ],
  absent: [
    '(не можу|не можемо) .. (відповісти|говорити|підійти|прийняти)',
    '(зараз|на жаль) .. (мене немає|нас немає|не можу|не можемо|зачинен\\w*)',
  ],
  leave: [
    "(залиште|залиш|назвіть) .. (ім'я|номер|повідомлення)",
    '(передзвоніть|спробуйте|зателефонуйте) .. (пізніше|знову|ще раз)',
  ],
  full: ['(пошта|скринька|автовідповідач) .. (переповнен\\w*|заповнен\\w*)'],
  unassigned: [
    '(номер|номера|телефон|телефону) .. (не існує|не обслуговується|набрано неправильно|не використовується|відключен\\w*|змінився)',
  ],
  unreachable: [
    '(абонент|апарат|телефон|номер) .. (недоступний|вимкнен\\w*|поза зоною|не відповідає|тимчасово|не може)',
  ],
  keys: [
    "(натисніть|наберіть) (цифру |кнопку |клавішу )?(один|одиницю|два|двійку|три|трійку|чотири|п'ять|нуль|[0-9])",
  ],
  menu: [
    "(натисніть|наберіть|скажіть|оберіть) (цифру |кнопку |клавішу )?(один|одиницю|два|двійку|три|трійку|чотири|п'ять|нуль|[0-9])",
    'головне меню',
  ],
  screener: [
    '(фільтр\\w*|перевірк\\w+) (дзвінків|викликів)',
    '(віртуальн\\w+|цифров\\w+|особист\\w+) (помічник|асистент)\\w*',
    "назвіть .. ім'я .. (причин\\w+|мету|чому)",
    'не робот',
  ],
  reason: [
    '(причина|мета) (дзвінка|вашого)',
    '(з якого питання|чому ви телефонуєте)',
    'що (йому|їй) передати',
  ],
  person: [
    '(я |ми )?(передам|скажу|покличу|повідомлю|запишу|дам)( (йому|їй|їм|його|її|слухавку))?',
    '(можу|хочете|чим|що) .. (допомогти|передати|залишити)',
    '(хто (це|говорить|телефонує|там)|з ким (я )?говорю)',
    '(хвилинку|хвилину|секунду|зачекайте|алло)',
    '(чоловік|дружина|мама|тато|син|дочка)',
  ],
};
