/** Romanian phrases of answering parties. */
import type { PhraseLists } from '../phrase-lists.js';

export const ROMANIAN: PhraseLists = {
  mailbox: ['(după|la) (semnal|semnalul|bip|ton|tonul|semnalul sonor)'],
  message: ['(lăsați|lasă|înregistrați|lăsa) (un|mesajul) (mesaj|dumneavoastră|vocal)'],
  promise: [
    '(lăsați|lasă) .. (sun|suna|contact\\w+)',
    '(vă|te) (sun|voi suna|vom suna|contactez|vom contacta) .. (cât|imediat|când)',
  ],
  reached: [
    '(căsuța vocală|casuta vocala|mesageria vocală|robotul telefonic|robot telefonic)',
    'ați (sunat|apelat) (la|pe)',
    'bine ați venit',
    'vă mulțumim (că|pentru)',
  ],
  absent: [
    '(nu pot|nu putem|nu sunt|nu suntem|momentan nu) .. (răspunde|prelua|disponibil\\w*|acasă|vorbi|pot|putem)',
    '(programul|biroul) (nostru|de)',
  ],
  leave: [
    '(lăsați|lasă|spuneți) .. (numele|numărul|mesaj\\w*)',
    '(reveniți|sunați|încercați) .. (mai târziu|din nou)',
  ],
  full: ['(căsuța|mesageria) .. este plină', 'nu mai poate primi mesaje'],
  unassigned: [
    '(numărul|număr) .. (nu este alocat|nu există|nu este în|incorect|nu este valid|a fost dezactivat)',
  ],
  unreachable: [
    '(abonatul|persoana|clientul|numărul|telefonul) .. (nu poate fi contactat\\w?|nu este disponibil\\w?|închis|nu răspunde)',
  ],
  keys: ['(apăsați|tastați) (tasta )?(unu|doi|trei|patru|cinci|zero|[0-9])'],
  menu: [
    '(apăsați|tastați|formați|spuneți) (tasta )?(unu|doi|trei|patru|cinci|zero|[0-9])',
    'meniul principal',
  ],
  screener: [
    '(filtrare\\w*|verificare\\w*) (a )?apelurilor',
    '(spuneți|spune) .. numele .. (motivul|de ce)',
    'asistent\\w* (virtual\\w?|digital\\w?|personal\\w?)',
  ],
  reason: ['motivul apelului', 'de ce sunați', 'despre ce este vorba', 'în ce problemă'],
  person: [
    '(îi|o să îi|îl|o) (spun|transmit|chem|dau)',
    '(pot|vreți|doriți|cu ce) .. (ajut\\w*|lăsați|transmit)',
    'cine (este|e|sunteți|întreabă)',
    '(un moment|o clipă|așteptați|o secundă)',
    '(soțul|soția|mama|tatăl|șeful)',
  ],
};
