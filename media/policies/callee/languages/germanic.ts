/** German, Dutch, Swedish, Danish and Norwegian phrases of answering parties. */
import type { PhraseLists } from '../phrase-lists.js';

export const GERMAN: PhraseLists = {
  mailbox: [
    '(nach|auf|bis zum|nach dem) (dem )?(ton|signal|signalton|piepton|pieps|piep|pfeifton|piepser)',
    '(mailbox|sprachbox|sprachmailbox|voicemail|anrufbeantworter|ab) (von|der|des|für)',
    '(mit )?(der|meiner|unserer|unserem|meinem|dem) (mailbox|sprachbox|anrufbeantworter) verbunden',
    '(hier (ist|spricht)|das ist|dies ist) (der|die|mein|meine|unser|unsere) .. (anrufbeantworter|mailbox|sprachbox)',
    '(an|auf|zu) (die|eine|meine) (mailbox|sprachbox|voicemail) (weitergeleitet|umgeleitet)',
    '(zur|auf die) mailbox (weitergeleitet|umgeleitet)',
    '(sprechen|sprich|sprecht) .. (nach dem|aufs? band|auf (das|meine|die) (band|mailbox))',
    '(mir|uns|was|etwas|nachricht|ihre nachricht) aufs? (band|die mailbox)( sprechen)?',
    'nachricht (jetzt )?(aufsprechen|aufzusprechen|aufzeichnen)',
  ],
  message: [
    '(hinterlassen|hinterlasse|hinterlasst|hinterlass) (sie |ihr )?(mir |uns |bitte |gern |gerne |doch |einfach )*(eine |ihre |deine |eure )?(kurze |kleine )?nachricht',
  ],
  promise: [
    '(hinterlass\\w*|nennen|sagen) .. (rufe|rufen|melde|melden) .. zurück',
    '(hinterlass\\w*) .. (melde|melden) (mich|uns)',
    '(wir|ich) (rufe|rufen) (sie|dich|euch|ihnen) .. zurück',
    '(ich|wir) (melde|melden|meld|ruf|rufe|rufen) .. (so bald|sobald|so schnell|schnellstmöglich|umgehend|demnächst)',
    'nachricht (hinterlassen|zu hinterlassen)(?! (soll|möchten|wollen))',
  ],
  reached: [
    '(sie|du) (haben|hast) .. (erreicht|angerufen|gewählt)',
    '(sie sind|du bist|ihr seid) (verbunden )?(mit|bei) (dem|der|den|meine\\w*|unsere\\w*)? ?(anschluss|büro|praxis|nummer)?',
    '(sie sind|du bist) verbunden mit',
    '(vielen dank|danke) für (ihren|deinen) anruf',
    'willkommen (bei|beim|in)',
    '(dies|das) ist der anschluss',
  ],
  absent: [
    '(ich|wir) (bin|sind) .. (nicht|außer haus|unterwegs|im urlaub|verreist)( (zu hause|da|erreichbar|verfügbar|am platz|persönlich erreichbar|im büro|im haus))?',
    '(ich|wir) (kann|können|konnte) .. nicht .. (rangehen|ans telefon|entgegennehmen|annehmen|abnehmen|persönlich|beantworten|drangehen)( (gehen|kommen))?',
    '(kann|können) (ich|wir|ihren|deinen) .. nicht .. (rangehen|ans telefon|entgegennehmen|annehmen|abnehmen|beantworten|entgegen nehmen)',
    '(unser|das|die|unsere) (büro|praxis|geschäft|laden|kanzlei|werkstatt|restaurant|salon) (ist|sind|hat|haben) .. (geschlossen|nicht besetzt|nicht erreichbar|urlaub)',
    '(unsere|die) (öffnungszeiten|bürozeiten|sprechzeiten|geschäftszeiten|sprechstunden|servicezeiten)',
    '(leider )?(derzeit|zurzeit|momentan|im moment|gerade|leider) (niemand|nicht) (erreichbar|persönlich|zu sprechen|da|am platz|besetzt)',
    'außerhalb (unserer|der)',
    'alle (leitungen|mitarbeiter)',
  ],
  leave: [
    '(hinterlass\\w*) .. (nachricht|namen|name|nummer|rufnummer|telefonnummer)',
    '(sprich|sprechen|quatsch|quatscht|sag|sagt) .. (drauf|rauf|aufs band)',
    '(ihren|deinen) namen und (ihre|deine) .. nummer',
    '(versuchen|versuch|probieren) sie es .. (später|noch einmal|erneut)',
    '(schreiben sie|schreib|schickt?|senden sie) .. (sms|mail|e mail|nachricht)',
  ],
  full: [
    '(mailbox|sprachbox|anrufbeantworter|speicher|postfach) .. (ist|sind) (\\w+ )?(voll|belegt)',
    '(keine|nicht) (weiteren |neuen |weitere |mehr )*nachrichten (mehr )?(aufnehmen|entgegennehmen|aufgenommen|aufgezeichnet|hinterlassen|hinterlegt)',
    'nachricht kann nicht (aufgezeichnet|aufgenommen|gespeichert)',
    '(mailbox|sprachbox) .. (nicht|noch nicht) eingerichtet',
    'kein (speicherplatz|platz) .. nachricht\\w*',
  ],
  unassigned: [
    'kein (anschluss|teilnehmer) unter dieser (ruf)?nummer',
    '(nummer|rufnummer|anschluss) .. (nicht vergeben|nicht (mehr )?(gültig|geschaltet|existiert|bekannt|erreichbar unter|in betrieb)|ungültig|existiert nicht|geändert|gibt es nicht|ist unbekannt)',
    '(nummer|rufnummer) ist (uns )?nicht (vergeben|bekannt|gültig)',
    'prüfen sie (bitte )?die (rufnummer|nummer)',
  ],
  unreachable: [
    '(teilnehmer|gesprächspartner|anschluss|rufnummer|person|mobilfunkteilnehmer|kunde) .. (nicht|vorübergehend nicht) (zu )?(erreichbar|erreichen|verfügbar)',
    '(teilnehmer|gesprächspartner|kunde|person) .. (ausgeschaltet|meldet sich nicht|antwortet nicht)',
    'temporarily not available',
  ],
  keys: [
    '(drücken|wählen|tippen) sie ((bitte|jetzt|nun|einfach) )*(die )?(taste )?(eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|null|[0-9]|raute|rautetaste|stern|sterntaste)',
    '(dann |bitte )(die )?(taste )?(eins|zwei|drei|vier|fünf|[0-9]) drücken',
    'geben sie (bitte )?(nun |jetzt )?ihre (\\w+ ){0,4}ein',
  ],
  menu: [
    '(drücken|wählen|sagen|tippen) (sie )?((bitte|jetzt|nun|einfach) )*(die )?(eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|null|[0-9]|raute|rautetaste|stern|sterntaste)',
    '(dann |bitte )?(die )?(eins|zwei|drei|vier|fünf|[0-9]) drücken',
    'hauptmenü',
    '(sagen|nennen|beschreiben|schildern) sie (mir |uns )?(bitte )?(in (wenigen|kurzen)|kurz|einfach) .. (worum|anliegen|worten|was)',
    'sie können zum beispiel sagen',
    'für .{1,50}? (drücken|wählen) sie',
  ],
  screener: [
    '(anrufprüfung|anruffilter|anrufschutz|anrufassistent|anrufassistentin|spamfilter|spamschutz)',
    '(nennen|sagen|nenne|sag) (sie )?(bitte |mir |uns |zuerst |kurz )*(ihren|deinen) (vollen |vollständigen )?(vor |nach )?namen?(?! (und|sowie) (ihre|deine) (\\w+ )?(nummer|rufnummer|telefonnummer|nachricht))',
    '(digitale|digitaler|virtuelle|virtueller|persönliche|persönlicher|automatische|automatischer|ki) (assistent|assistentin)',
    '(möchte|will|würde gern\\w*) .. wissen .. wer (anruft|sie sind|dran ist)',
    '(anrufe|anrufer) .. (prüfen|geprüft|überprüft|filtert|gefiltert|vorab)',
    '(kein|keine) roboter',
    'bevor (ich|wir) (sie )?(verbinde|verbinden|durchstelle|durchstellen|weiterleite)',
  ],
  reason: [
    '(grund|anlass|zweck) (ihres|deines|des|für ihren) anrufs?',
    "worum (geht es|geht's|gehts|es geht)",
    'warum (sie|du) (anrufen|anrufst)',
    'mit wem spreche ich',
    '(ich )?(verbinde|stelle) sie( (durch))?',
  ],
  person: [
    '(ich|wir) (richte|richten|sage|sagen|sag|gebe|geben|geb|hole|holen|hol|leite|leiten|schreibe|notiere|kann|könnte|könnt|werde|will|stell|stelle) .. (aus|weiter|bescheid|ihm|ihr|ihnen|ihn|sie|es|durch|auf|mal)',
    '(soll|kann|könnte|darf) ich .. (ausrichten|bestellen|sagen|weitergeben|helfen|fragen|tun|aufschreiben)',
    '(möchten|möchtest|wollen|willst|kann ich|können) (sie|du) .. (nachricht|hinterlassen|zurückrufen|nochmal anrufen|später)',
    'was kann ich für (sie|dich) tun',
    '(wie|womit) kann ich (ihnen |dir )?helfen',
    '(wer|was) (ist|spricht) (da|denn|dort|bitte)',
    'am apparat$',
    '(einen )?((?<!the )moment|augenblick|sekunde)( (bitte|mal))?',
    "worum geht'?s? denn",
    'bei mir eine nachricht',
    '(mein|meine|der|die) (mann|frau|chef|chefin|mutter|vater|sohn|tochter|kollege|kollegin)',
  ],
};

export const DUTCH: PhraseLists = {
  mailbox: [
    '(na|tot|bij|achter) de (toon|piep|pieptoon|biep|bieptoon|signaaltoon)',
    'na het (signaal|piepje|pieptoontje)',
    '(voicemail|antwoordapparaat|mailbox|voicemailbox) van',
    '(u|je) (spreekt|luistert) .. (de|het|mijn|onze) (voicemail|antwoordapparaat)',
    '(dit is|welkom bij) (de|het|mijn|onze) (voicemail|antwoordapparaat)',
    '(doorgeschakeld|doorverbonden) .. (voicemail|antwoordapparaat|mailbox)',
    '(bericht|boodschap) (nu )?(inspreken|opnemen|achterlaten na|in te spreken)',
    'spreek .. (bericht|boodschap|in na)( in)?',
    '(bericht|boodschap) in$',
  ],
  message: [
    '(laat|laten) (me |ons |mij |dan |gerust |even |hier )*(een |je |uw )?(kort )?(bericht|berichtje|boodschap) achter',
  ],
  promise: [
    '(laat|spreek) .. (bel|bellen) .. terug',
    '(laat|spreek) .. (neem|nemen) .. contact',
    '(ik|we|wij) (bel|bellen) (je|u|jullie) .. terug',
    '(een )?(bericht|boodschap) achter(laten| te laten)?(?! (bij mij|voor (hem|haar)))',
  ],
  reached: [
    '(u bent|je bent|jullie zijn) (verbonden|doorverbonden) met',
    '(u hebt|u heeft|je hebt) .. (gebeld|bereikt)',
    '(u spreekt|je spreekt) met (de|het) (voicemail|antwoordapparaat)',
    '(bedankt|dank u|dank je) .. (voor het bellen|dat u belt|voor uw telefoontje)',
    'welkom bij',
  ],
  absent: [
    '(ik|we|wij) (ben|zijn|kan|kunnen) .. niet .. (thuis|aanwezig|bereikbaar|opnemen|beschikbaar|aan de telefoon|beantwoorden|te woord staan|aannemen|er)( (komen))?',
    '(kan|kunnen) (ik|we|wij|u) .. niet .. (opnemen|telefoon|beantwoorden|te woord staan|aannemen)',
    '(ons|het|onze|de) (kantoor|praktijk|winkel|zaak|salon|restaurant) (is|zijn) .. gesloten',
    '(onze|de) (openingstijden|kantooruren|openingsuren|spreekuren)',
    '(ik|we|wij) (ben|zijn) .. (op vakantie|afwezig|buiten kantoor|in gesprek)',
    '(wij|we) zijn .. bereikbaar (van|op|tussen)',
    'niemand .. (aanwezig|beschikbaar|bereikbaar)',
    'al onze (medewerkers|lijnen)',
  ],
  leave: [
    '(laat|laten) .. (naam|nummer|telefoonnummer|bericht|gegevens|boodschap)( achter)?',
    '(uw|je) naam en (uw |je )?(telefoonnummer|nummer)',
    '(probeer|belt?) .. (later|morgen|nog eens|opnieuw)',
    '(stuur|app) (me|ons|mij) .. (appje|sms|mail|bericht)',
  ],
  full: [
    '(mailbox|voicemail|inbox|antwoordapparaat|voicemailbox) .. is (\\w+ )?vol',
    '(geen|niet) (nieuwe |meer )*berichten (meer )?(ontvangen|achterlaten|opnemen|inspreken|ontvangt)',
    '(kan|kunt) .. geen (nieuwe )?(bericht|berichten|boodschap)( meer)? (achterlaten|ontvangen|inspreken|aannemen)',
    '(voicemail|mailbox) .. (nog )?niet (ingesteld|geactiveerd)',
  ],
  unassigned: [
    '(nummer|telefoonnummer) .. (niet (in gebruik|bekend|aangesloten|toegewezen|meer in gebruik)|is ongeldig|bestaat niet|buiten gebruik|is gewijzigd|onjuist)',
    'geen aansluiting',
    'controleer het (telefoon)?nummer',
  ],
  unreachable: [
    '(persoon|abonnee|klant|nummer|gebruiker|mobiele nummer|toestel) .. (belt|gebeld|bellen|gekozen|wilt bereiken) .. niet (bereikbaar|beschikbaar|te bereiken)',
    '(persoon|abonnee|klant|gebruiker|toestel) .. (uitgeschakeld|buiten bereik)',
    '(abonnee|klant) .. niet (bereikbaar|beschikbaar)',
  ],
  keys: [
    '(toets|druk( op)?) ((nu|dan) )?(de )?(een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|nul|[0-9]|hekje|sterretje)',
  ],
  menu: [
    '(toets|druk|kies|zeg) (op )?(een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|nul|[0-9]|hekje|sterretje)',
    'hoofdmenu',
    '(vertel|zeg) (me |ons )?(kort|in (enkele|een paar)) .. (waar|woorden|waarover)',
    'u kunt bijvoorbeeld zeggen',
    'voor .{1,50}? (toets|druk|kies)',
  ],
  screener: [
    '(oproepen?|gesprekken?|bellers?|telefoontjes) .. (controleren|controleert|filteren|filtert|gefilterd|gecontroleerd|screent|screenen)',
    '(oproepfilter|belfilter|gespreksfilter|oproepscreening|spamfilter|callscreening)',
    '(zeg|noem|geef|vertel|spreek) (eerst |even |alstublieft |alsjeblieft |me |ons )*(uw|je) (volledige |voor)?naam(?! en (uw |je )?(telefoonnummer|nummer|bericht))',
    '(digitale|virtuele|persoonlijke|automatische|ai) (assistent|assistente)',
    '(wil|willen|wilt) .. weten wie .. (belt|bent)',
    'geen robot',
    'voordat (ik|we|wij) .. (doorverbind|doorverbinden|doorverbindt)',
  ],
  reason: [
    '(reden|onderwerp) van (uw|je|het) (oproep|telefoontje|gesprek|belletje)',
    'waar(voor|om|over) (u|je) (belt|bel)',
    'waar (gaat|belt) (het|u|je) .. over',
    'wie (kan|mag) ik zeggen',
    '(ik )?(verbind) (u|je) door',
  ],
  person: [
    '(ik|we|wij) (geef|geven|zeg|zal|zullen|kan|ga|haal|roep|schrijf|verbind) .. (door|hem|haar|het|hen|ze|even|doorgeven|zeggen)',
    '(kan|zal|mag|moet) ik .. (helpen|doorgeven|zeggen|aannemen|vragen|doen)',
    '(wilt|wil|kunt|kun) (u|je) .. (bericht|boodschap|achterlaten|terugbellen|later)(?! na)',
    '(waarmee|hoe) kan ik (u |je )?(helpen|van dienst)',
    'wat kan ik voor (u|je) doen',
    '(met wie|wie) (spreek|is|heb) (ik|dit|daar)',
    '(een )?((?<!the )moment|momentje|ogenblik|ogenblikje|seconde)( alstublieft| graag)?$',
    '(blijf|blijft u) (even )?aan de lijn',
    "(mijn|m'n) (man|vrouw|moeder|vader|zoon|dochter|baas|collega)",
  ],
};

export const SWEDISH: PhraseLists = {
  mailbox: ['efter (tonen|pipet|signalen|pipen)'],
  message: ['(lämna|tala in|spela in) (gärna )?(ett|ditt) (kort )?meddelande'],
  promise: ['(ring|ringer|återkommer|hör av) .. (tillbaka|så snart|snarast|mig|oss)'],
  reached: [
    '(röstbrevlåda|röstbrevlådan|telefonsvarare|telefonsvararen|mobilsvar|mobilsvaret)',
    'du har (kommit|ringt|nått)',
    'välkommen till',
    'tack för att du ringer',
  ],
  absent: [
    '(jag|vi) (kan|är|har) .. (inte|stängt|upptagen|upptagna)( (svara|här|hemma|anträffbar|nås|ta samtalet))?',
    '(våra|vårt) (öppettider|telefontider|kontor)',
  ],
  leave: ['(lämna|uppge|säg) .. (namn|nummer|telefonnummer|meddelande)', 'försök .. (senare|igen)'],
  full: [
    '(röstbrevlådan|brevlådan|telefonsvararen) är (\\w+ )?full',
    'kan inte ta emot (fler|nya) meddelanden',
  ],
  unassigned: [
    '(numret|nummer) .. (har ingen abonnent|används inte|är inte i bruk|finns inte|har upphört|är ogiltigt|inte tilldelat)',
  ],
  unreachable: [
    '(abonnenten|personen|person du|kunden|mobiltelefonen|telefonen|mobilen) .. (inte nås|kan inte nås|inte anträffbar|avstängd|utom räckhåll|inte tillgänglig)',
  ],
  keys: ['(tryck|knappa) (på )?(ett|två|tre|fyra|fem|sex|sju|åtta|nio|noll|[0-9]|stjärna|fyrkant)'],
  menu: [
    '(tryck|knappa|välj|säg) (på )?(ett|två|tre|fyra|fem|sex|sju|åtta|nio|noll|[0-9]|stjärna|fyrkant)',
    'huvudmeny\\w*',
  ],
  screener: [
    '(samtalsfilter|samtalskontroll|samtalsgranskning|samtalsscreening)',
    '(säg|uppge|ange|berätta) (ditt |först ditt )namn .. (varför|anledning|ärende)',
    '(digitala|virtuella|personliga|automatiska) assistent\\w*',
    '(inte|ingen) (en )?robot',
  ],
  reason: [
    'varför du ringer',
    '(anledningen till|orsaken till) (ditt|samtalet)',
    'vad gäller (det|saken|samtalet)',
  ],
  person: [
    '(jag|vi) (hälsar|säger|ska|kan|hämtar|meddelar|kopplar) .. (honom|henne|det|till|dig|dem)',
    '(kan|ska|får) jag .. (hjälpa|hälsa|framföra|ta)',
    'vill du (lämna|att jag|jag)',
    'vem (är det|talar jag med|ringer)',
    '(ett ögonblick|vänta lite|dröj)',
    'min (man|fru|mamma|pappa|son|dotter|chef|kollega)',
  ],
};

export const DANISH: PhraseLists = {
  mailbox: ['efter (tonen|bippet|biptonen|klartonen|signalet)'],
  message: ['(læg|indtal|efterlad) (gerne |venligst )?(en|din) (kort )?besked'],
  promise: ['(ringer|vender|ringe) .. (tilbage|hurtigst muligt|så snart)'],
  reached: [
    '(telefonsvarer|telefonsvareren|voicemail|mobilsvar|talebesked)',
    'du har (ringet|fået fat)',
    'velkommen til',
    'tak for dit opkald',
    'tak fordi du ringer',
  ],
  absent: [
    '(jeg|vi) (kan|er|har) .. (ikke|lukket|optaget)( (tage telefonen|svare|her|hjemme|besvare|til stede))?',
    'vores (åbningstider|telefontider|kontor)',
  ],
  leave: ['(læg|indtal|efterlad|oplys) .. (navn|nummer|telefonnummer|besked)', 'prøv .. (senere|igen)'],
  full: [
    '(telefonsvareren|postkassen|indbakken|voicemailen) er (\\w+ )?(fuld|fyldt)',
    'kan ikke modtage flere beskeder',
  ],
  unassigned: [
    '(nummeret|nummer) .. (ikke i brug|findes ikke|er ikke tildelt|er ugyldigt|er nedlagt|eksisterer ikke)',
  ],
  unreachable: [
    '(abonnenten|personen|person du|kunden|mobiltelefonen|telefonen|mobilen) .. (ikke træffes|kan ikke træffes|ikke tilgængelig|slukket|uden for dækning|ikke kontaktes)',
  ],
  keys: [
    '(tryk|tast) (på )?(to|tre|fire|fem|seks|syv|otte|ni|nul|[0-9]|stjerne|firkant)',
    '(tryk|tast) (et|en)',
  ],
  menu: [
    '(tryk|tast|vælg|sig) (på )?(et|en|to|tre|fire|fem|seks|syv|otte|ni|nul|[0-9]|stjerne|firkant)',
    'hovedmenu\\w*',
  ],
  screener: [
    '(opkaldsfilter|opkaldsscreening|opkaldskontrol)',
    '(sig|oplys|angiv) (venligst )?dit navn .. (hvorfor|årsag|formål|hvad)',
    '(digitale|virtuelle|personlige|automatiske) assistent',
    'ikke (er )?en robot',
  ],
  reason: ['hvorfor du ringer', '(årsagen til|formålet med) (dit|opkaldet)', 'hvad drejer det sig om'],
  person: [
    '(jeg|vi) (siger|skal|kan|henter|hilser|giver) .. (ham|hende|det|til|dig|dem)',
    '(kan|skal|må) jeg .. (hjælpe|hilse|tage|give)',
    'vil du (lægge|have|give)',
    'hvem (er det|taler jeg med|ringer)',
    '(et øjeblik|lige et øjeblik|vent lidt)',
    'min (mand|kone|mor|far|søn|datter|chef|kollega)',
  ],
};

export const NORWEGIAN: PhraseLists = {
  mailbox: ['etter (tonen|pipet|pipetonen|signalet)'],
  message: ['(legg igjen|les inn|tal inn|spill inn) (gjerne )?(en|din|ein) (kort )?(beskjed|melding)'],
  promise: ['(ringer|ringe|kontakter|tar kontakt) .. (tilbake|så snart|snarest)'],
  reached: [
    '(telefonsvarer|telefonsvareren|mobilsvar|talepost|talepostkasse)',
    'du har (kommet|ringt|nådd)',
    'velkommen til',
    'takk for at du ringer',
  ],
  absent: [
    '(jeg|vi) (kan|er|har) .. (ikke|stengt|opptatt)( (ta telefonen|svare|her|hjemme|tilgjengelig|til stede))?',
    'våre (åpningstider|telefontider)',
  ],
  leave: ['(legg igjen|oppgi|si) .. (navn|nummer|telefonnummer|beskjed|melding)', 'prøv .. (senere|igjen)'],
  full: [
    '(telefonsvareren|postkassen|talepostkassen) er (\\w+ )?full',
    'kan ikke ta imot flere (beskjeder|meldinger)',
  ],
  unassigned: [
    '(nummeret|nummer) .. (ikke i bruk|finnes ikke|er ikke tildelt|er ugyldig|er avsluttet|eksisterer ikke)',
  ],
  unreachable: [
    '(abonnenten|personen|person du|kunden|mobiltelefonen|telefonen|mobilen) .. (ikke nås|kan ikke nås|ikke tilgjengelig|slått av|utenfor dekning)',
  ],
  keys: [
    '(trykk|tast) (på )?(to|tre|fire|fem|seks|sju|åtte|ni|null|[0-9]|stjerne|firkant)',
    '(trykk|tast) (en|ett)',
  ],
  menu: [
    '(trykk|tast|velg|si) (på )?(en|ett|to|tre|fire|fem|seks|sju|åtte|ni|null|[0-9]|stjerne|firkant)',
    'hovedmeny\\w*',
  ],
  screener: [
    '(anropsfilter|samtalefilter|anropskontroll)',
    '(si|oppgi) (først )?navnet ditt .. (hvorfor|grunn|årsak|hva)',
    '(digitale|virtuelle|personlige|automatiske) assistent\\w*',
    'ikke (er )?en robot',
  ],
  reason: ['hvorfor du ringer', '(grunnen til|årsaken til) (samtalen|anropet)', 'hva gjelder det'],
  person: [
    '(jeg|vi) (sier|skal|kan|henter|hilser|gir) .. (ham|henne|det|til|deg|dem|beskjed)',
    '(kan|skal|får) jeg .. (hjelpe|hilse|ta|gi)',
    'vil du (legge|at jeg|ha)',
    'hvem (er det|snakker jeg med|ringer)',
    '(et øyeblikk|vent litt)',
    'min (mann|kone|mor|far|sønn|datter|sjef|kollega)',
  ],
};
