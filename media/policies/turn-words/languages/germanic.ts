/** Germanic languages. */
import type { LanguageWords } from '../language-words.js';

export const GERMANIC: Readonly<Record<string, LanguageWords>> = {
  en: {
    hesitations: 'um uhm umm uh uhh er erm err eh hmm hm mm mmm ah',
    open: "and but or because cause 'cause if unless until whereas although whether than the a an my your our their his its every i'm it's that's we're they're you're i'll we'll i've",
    hanging:
      'to of for with from at in on by about into between without during since after before through like as so then when where while though that which who is was are were am be been have has had can could would will should need want i we you they he she it this these those well is',
    answers: 'yes yeah yep yup no nope nah sure ok okay right alright fine exactly correct absolutely',
    phrases:
      "need to|want to|like to|have to|trying to|wanted to|calling to|called to|going to|got to|able to|supposed to|let me check|let me see|let me look|let me think|let me just|just a second|just a moment|one second|one moment|hold on|hang on|bear with me|wait a minute|give me a second|give me a moment|as well as|such as|so that|my name is|my number is|the number is|and then|or maybe|i think|i mean|you know|the thing is|calling about|calling because|it's about|kind of|sort of|i was wondering|i guess",
  },
  de: {
    hesitations: 'äh ähm öh öhm ehm hm hmm mhm mm tja',
    open: 'und aber oder sondern denn weil wenn dass ob falls damit obwohl während bevor nachdem sodass der den dem des ein eine einen einem einer eines mein meine meinen meinem meiner dein unser unsere unseren ihr ihre ihren ihrem kein keine keinen für von durch gegen ohne wegen trotz seit zwischen zum zur vom im am beim ins ans',
    hanging:
      'die das an auf aus bei mit zu nach vor um in über unter ab ein als wie dann ich wir sie es ist sind war waren habe hat haben hätte kann möchte will würde muss also da wo so sehr',
    answers:
      'ja jo jawohl jep nein nee nö doch genau gut okay ok klar gerne gern stimmt richtig natürlich sicher',
    phrases:
      'ich möchte|ich würde gern|ich würde gerne|ich wollte|ich muss|ich brauche|ich rufe an weil|es geht um|moment|einen moment|kleinen moment|einen augenblick|augenblick|sekunde|ich schaue mal|ich schau mal|ich guck mal|lassen sie mich|mal sehen|mal schauen|warten sie|mein name ist|die nummer ist|meine nummer ist|sowie|und dann|das heißt|ich glaube|ich meine',
  },
  nl: {
    hesitations: 'eh euh ehm uh uhm um hm hmm mm tja',
    open: "en maar of want omdat als dat terwijl voordat nadat zodat hoewel tenzij de een mijn m'n jouw uw onze geen voor van zonder tussen tegen tijdens sinds",
    hanging:
      'in op aan uit met bij naar om door over onder af mee toe te dan toen het hun haar zijn die deze dit ik wij we u is was ben heb heeft kan wil zou moet dus ook wel',
    answers: 'ja jawel jazeker nee oké ok prima goed klopt zeker graag precies',
    phrases:
      'ik wil graag|ik wil|ik wilde|ik zou graag|ik moet|ik bel over|ik bel omdat|het gaat om|even kijken|een moment|momentje|een ogenblik|wacht even|een seconde|laat me even kijken|mijn naam is|het nummer is|mijn nummer is|en dan|ik denk|ik bedoel',
  },
  sv: {
    hesitations: 'eh öh äh ehm öhm hm hmm mm',
    open: 'och men eller för eftersom om att som medan innan ifall fast än en ett mitt mina ert vårt våra hans hennes mellan',
    hanging:
      'på i till från med av vid över åt upp in ut under utan den det de min din vår så då när jag vi är var har kan vill ska skulle måste',
    answers: 'ja jo japp nej nä okej ok visst precis absolut gärna stämmer bra',
    phrases:
      'jag vill|jag skulle vilja|jag behöver|jag måste|jag ringer om|det gäller|ska vi se|vänta lite|ett ögonblick|en sekund|vänta|mitt namn är|mitt nummer är|och sen|jag tror|jag menar',
  },
  da: {
    hesitations: 'øh øhm eh ehm hm hmm mm',
    open: 'og men eller fordi hvis at som mens inden da en et mit mine dit vores jeres hans hendes mellem',
    hanging:
      'på i til fra med af ved over op ind ud uden den det de min din så når for jeg vi er var har kan vil skal skulle må',
    answers: 'ja jo nej okay ok fint præcis gerne selvfølgelig godt',
    phrases:
      'jeg vil gerne|jeg skal|jeg ringer om|det handler om|lad mig se|et øjeblik|lige et øjeblik|vent lige|to sekunder|mit navn er|mit nummer er|og så|jeg tror|jeg mener',
  },
  no: {
    hesitations: 'eh øh ehm øhm hm hmm mm',
    open: 'og men eller fordi hvis at som mens før enn en ei et mitt mine ditt vårt deres hans hennes mellom',
    hanging:
      'på i til fra med av ved over opp inn ut uten den det de min din vår så når for jeg vi er var har kan vil skal skulle må',
    answers: 'ja jo nei okay ok greit nettopp gjerne selvfølgelig stemmer',
    phrases:
      'jeg vil gjerne|jeg skal|jeg må|jeg ringer om|det gjelder|la meg se|et øyeblikk|vent litt|ett sekund|navnet mitt er|nummeret mitt er|og så|jeg tror|jeg mener',
  },
};
