/** Romance languages. */
import type { LanguageWords } from '../language-words.js';

export const ROMANCE: Readonly<Record<string, LanguageWords>> = {
  es: {
    hesitations: 'eh ehm em mmm mm hm hmm ah',
    open: 'y e pero o u porque si aunque que cuando mientras como pues sino ni el la los las un una unos unas lo mi mis tu tus su sus nuestro nuestra de del al a con en por para sin sobre desde hasta entre según hacia contra durante',
    hanging:
      'es son era está están fue soy estoy tengo quiero quería necesito puedo yo entonces muy más este esta ese esa bueno',
    answers: 'sí si no claro vale bueno ok okay exacto correcto perfecto ajá bien eso cierto',
    phrases:
      'tengo que|me gustaría|quisiera|quería|necesito|llamo por|llamo para|llamo porque|es que|déjeme ver|déjame ver|a ver|un momento|un segundo|un momentito|espere|espera|deme un segundo|mi nombre es|me llamo|mi número es|el número es|o sea|y luego|creo que|así que|ya que|para que',
  },
  fr: {
    hesitations: 'euh heu hum hm hmm ben bah mmm',
    open: "et mais ou car parce si quand que qu' lorsque puisque comme alors donc le la les l' un une des du au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces de d' à en par dans chez sur vers entre j' c' n' s'",
    hanging:
      'avec pour sans sous contre après avant depuis pendant est sont était suis ai a ont je il elle on nous vous très plus voudrais veux peux dois',
    answers: "oui ouais non si d'accord ok okay voilà exactement exact parfait bien absolument tout à fait",
    phrases:
      "parce que|je voudrais|j'aimerais|je veux|je dois|j'ai besoin de|j'ai besoin d'|j'appelle pour|je vous appelle pour|c'est pour|c'est que|est-ce que|attendez|attends|un instant|un moment|une seconde|deux secondes|je regarde|je vérifie|laissez-moi|voyons|je m'appelle|mon numéro c'est|mon numéro est|le numéro c'est|et puis|je crois que|je pense que|c'est-à-dire|ainsi que|afin de|pour que",
  },
  it: {
    hesitations: 'ehm eh uhm uh mmm mm hm hmm beh mah',
    open: "e ed ma o oppure perché se anche quando che mentre però quindi allora come il lo la i gli le l' un uno una un' mio mia miei mie tuo tua suo sua nostro nostra di d' a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal dalla dai nel nello nella nei sul sulla sui senza verso",
    hanging:
      'è sono era ho ha abbiamo io noi lei vorrei voglio posso devo molto più questo questa dopo prima sopra sotto dentro fuori contro insieme',
    answers: "sì si no certo ok okay va bene esatto giusto perfetto d'accordo bene",
    phrases:
      'vorrei|avrei bisogno di|ho bisogno di|devo|chiamo per|chiamo perché|la chiamo per|un attimo|un momento|un secondo|aspetti|aspetta|mi faccia vedere|fammi vedere|vediamo|mi chiamo|il mio nome è|il mio numero è|il numero è|e poi|credo che|penso che|cioè|in modo che|dato che|così come',
  },
  pt: {
    hesitations: 'é hum hm hmm ahn hã eh ehm mmm ah',
    open: 'e mas ou porque se que quando enquanto embora como pois então o a os as um uma uns umas meu minha meus minhas seu sua seus suas nosso nossa de do da dos das em no na nos nas num numa ao à aos às por pelo pela para pra pro com sem sobre até entre desde',
    hanging:
      'são era está foi estou tenho quero queria preciso posso eu nós muito mais esse essa este esta depois antes contra',
    answers: 'sim não claro certo ok okay tá pode isso exato exatamente perfeito beleza bom bem correto',
    phrases:
      'eu queria|gostaria de|queria|preciso de|preciso|tenho que|estou ligando para|estou ligando porque|ligo para|é que|deixa eu ver|deixe-me ver|um momento|um segundo|um minutinho|só um minuto|só um momento|só um instante|espera|espere|peraí|meu nome é|o meu nome é|meu número é|o número é|e depois|acho que|ou seja|para que|já que|assim como',
  },
  ro: {
    hesitations: 'ăă ăăm îî hm hmm mm păi eh',
    open: 'și dar sau că dacă pentru deoarece fiindcă când iar însă ci deci un o niște al a ai ale de la în din cu pe prin despre fără între până spre meu mea',
    hanging: 'este sunt era am are vreau aș pot trebuie eu noi foarte mai după înainte',
    answers: 'da nu bine ok okay sigur exact corect desigur',
    phrases:
      'pentru că|aș vrea|aș dori|vreau să|trebuie să|am nevoie de|sun pentru|sun că|un moment|o secundă|stați puțin|să văd|mă numesc|numărul meu este|și apoi|cred că',
  },
  ca: {
    hesitations: 'eh ehm mmm hm hmm',
    open: "i però o perquè si que quan mentre com doncs el la els les l' un una uns unes meu meva de d' del dels a al als amb en per sense sobre entre fins des",
    hanging: 'és són era estic tinc vull voldria puc jo molt més',
    answers: "sí no clar val d'acord ok okay exacte correcte perfecte bé",
    phrases:
      "m'agradaria|voldria|necessito|truco per|truco perquè|és que|un moment|un segon|a veure|esperi|em dic|el meu número és|i després|crec que",
  },
};
