/** Spanish, French, Italian and Portuguese phrases of answering parties. */
import type { PhraseLists } from '../phrase-lists.js';

export const SPANISH: PhraseLists = {
  mailbox: [
    '(después de|luego de|tras|al oír|al escuchar|oír|escuche|oiga|cuando (oiga|escuche|suene)) (el |la |del |de la )?(señal|tono|pitido|bip|beep)',
    '(después|luego) (del|de la|de el) (señal|tono|pitido|bip)',
    '(buzón de voz|contestador|contestador automático|correo de voz|casilla de voz) (de|del)',
    '(este|ese|esto) es (el|un|mi|nuestro) (contestador|buzón|correo de voz)',
    '(desviad[ao]|transferid[ao]|dirigid[ao]|enviad[ao]) (al|a un|a su) (buzón|contestador|correo de voz|sistema)',
    '(grabe|graba|graben|grabar) (su|tu|un) mensaje',
    '(déjame|déjeme|déjenos|déjanos) (tu|su|el) (nombre|número|teléfono|recado|datos)',
  ],
  message: [
    '(deja|déjame|déjanos|déjenos|déjeme) (un|tu|su) (breve )?mensaje',
    'deje (su|un) mensaje(?! (y|que|conmigo|aquí))',
  ],
  promise: [
    '(deje|deja|déjame|déjenos|déjanos|dejen|dejar) .. (devolver\\w*|devuelvo|devolvemos|llamo|llamaré|llamaremos|llamamos|contacto|contactaremos|responderé|responderemos)',
    '(te|le|os|les) (llamo|llamaré|llamaremos|llamamos|devuelvo la llamada|devolveré|devolveremos|atenderemos|contestaremos) .. (en cuanto|cuanto antes|tan pronto|lo antes|a la mayor|cuando pueda|después)',
  ],
  reached: [
    '(ha|has|han) (llamado|marcado|contactado|comunicado) (a|al|con|el)',
    '(se ha|te has|está|estás) (comunicado|comunicando|comunicad[ao]) con',
    '(gracias|le agradecemos|gracias por) .. (llamar|su llamada|tu llamada)',
    '(este|ese|es) es el (teléfono|número|contestador)',
    'bienvenid[ao]s? (a|al)',
  ],
  absent: [
    '(no puedo|no podemos|no podré|no me es posible|no nos es posible) .. (atender\\w*|contestar\\w*|responder\\w*|ponerme|coger\\w*|tomar)',
    '(ahora|en este momento|actualmente|ahora mismo) no (puedo|podemos|estoy|estamos)',
    '(no estoy|no estamos|estoy fuera|estamos fuera|estoy ausente|estamos cerrad\\w*|estamos de vacaciones|estoy de vacaciones)( (disponible\\w*|en casa|en la oficina))?',
    '(nuestra|nuestras|la|el|nuestro) (oficina|oficinas|tienda|clínica|consulta|despacho|horario) .. (cerrad\\w*|es de|de atención)',
    '(nuestro|el) horario (de|es)',
    '(todos|todas) (nuestros|nuestras) (agentes|operadores|líneas)',
    'fuera (de|del) (horario|la oficina)',
  ],
  leave: [
    '(deje|deja|déjame|déjenos|déjanos|dejen) .. (mensaje|nombre|número|teléfono|datos)(?! (y|que) (yo|se))',
    '(su|tu) nombre y (su |tu )?(número|teléfono)',
    '(intente|inténtelo|inténtalo|llame|llama|vuelva|vuelve) .. (más tarde|de nuevo|otra vez|luego|mañana)',
    '(mándame|envíame|envíenos|mándenos) .. (mensaje|whatsapp|correo)',
  ],
  full: [
    '(buzón|buzón de voz|contestador|casilla|memoria) .. (está|se encuentra) (\\w+ )?llen[oa]',
    '(no puede|no es posible|no se pueden|no admite|no acepta) .. (recibir|grabar|dejar|más|nuevos) .. mensajes?',
    '(buzón|buzón de voz|casilla) .. no (está|ha sido) (configurad\\w*|activad\\w*)',
  ],
  unassigned: [
    '(número|teléfono|línea) .. (no existe|no está (en servicio|asignado|disponible en|operativo)|no corresponde|fuera de servicio|ha sido (dado|cambiado|desconectado)|no pertenece|es incorrecto|está incorrecto|dado de baja|ha cambiado|no es válido|no se encuentra asignado)',
    'no existe (ningún|ninguna|este|el) (\\w+ )?(número|línea|teléfono|abonado)',
    '(compruebe|verifique|revise) .. (número|marcar)',
  ],
  unreachable: [
    '(persona|abonado|usuario|cliente|teléfono|móvil|número|línea|celular) .. (no está disponible|no se encuentra disponible|(está|tiene) .. apagado|está apagado|apagado o (fuera|está|sin)|fuera de cobertura|sin cobertura|no puede atender\\w*|no contesta|no responde|no se encuentra)',
    '(apagado|desconectado) o fuera de (cobertura|servicio)',
  ],
  keys: [
    '(oprima|presione|pulse|marque|digite) (ahora )?(el |la |la tecla |el número )?(uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|cero|[0-9]|asterisco|numeral|almohadilla)',
  ],
  menu: [
    '(pulse|marque|presione|oprima|diga|pulsa|marca) (el |la |la tecla )?(uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|cero|[0-9])',
    'menú principal',
    '(dígame|díganos|cuénteme|explique|diga) .. (en pocas palabras|brevemente|qué necesita|motivo de su consulta)',
    'por ejemplo (puede decir|diga)',
    '(para|si) .{1,60}? (pulse|marque|presione|oprima)',
  ],
  screener: [
    '(filtro|filtrado|filtra|servicio de filtr\\w*|selección|control|identificación) (de |las |sus |mis )*llamadas',
    '(diga|di|indique|indica|dígame|dime|díganos) (primero |por favor )?(su|tu) nombre(?! y (su |tu )?(número|teléfono|mensaje))',
    'asistente (virtual|digital|personal|automático|de llamadas) (de|del)',
    '(soy|habla con|le atiende) (el|la|un|una) asistente',
    '(quiere|desea|querría|quisiera) saber .. (quién|de parte)',
    '(no es|no eres|no soy) (un )?robot',
    'de parte de quién y',
    'antes de (pasar\\w*|conectar\\w*|transferir\\w*|comunicar\\w*)',
  ],
  reason: [
    '(motivo|razón|asunto) (de|por) (su|tu|la|el|que|para) .. (llama|llamada)',
    '(por|para) qué (llama|motivo|asunto)',
    'de parte de quién',
    'quién (llama|le llama)',
    '(le|te) (paso|comunico|conecto)',
  ],
  person: [
    '(yo )?(se lo|le|lo|se) (digo|diré|paso|pasaré|comunico|aviso|avisaré|haré|anoto|comento|cuento)',
    '(puedo|quiere|quieres|desea|le gustaría|si quiere|si quieres|si desea|puede|le) .. (recado|mensaje|ayudar\\w*|pregunt\\w*|servir\\w*|dejarle|dejarme|conmigo|atender\\w*)(?! (después|tras))',
    '(en qué|cómo) (le|te|puedo) .. (ayudo|ayudar\\w*|servir\\w*)',
    '(quién (es|habla|llama)|con quién (hablo|tengo))',
    '(un momento|un momentito|un segundo|espere|espera|no cuelgue|no se retire|ahora se pone)',
    '(le|te) habla',
    '(mi|su) (marido|mujer|esposa|esposo|madre|padre|hijo|hija|jefe|jefa|compañero)',
  ],
};

export const FRENCH: PhraseLists = {
  mailbox: [
    '(après|dès|au|entend\\w*|suivant) (le |la |un )?(bip|bip sonore|signal|signal sonore|tonalité|top)',
    "(messagerie|répondeur|boîte vocale|boite vocale) (vocale )?(de|du|des|d'\\w+)",
    '(vous êtes|tu es) (bien )?sur (le|mon|notre|la|ma) (répondeur|messagerie|boîte vocale)',
    "(c'est|voici|ceci est) (le|mon|la|un|notre) (répondeur|messagerie|boîte)",
    '(transféré|redirigé|dirigé|renvoyé)e? (vers|sur) (la|le|une|un) (messagerie|répondeur|boîte vocale|système)',
    '(enregistrez|enregistrer) (votre|un|ton) message',
    '(parler|parlez) après le',
  ],
  message: [
    '(laissez|laisse|laisser) (moi |nous )(un |votre |ton )?(petit |bref )?message',
    '(laissez|laisse) (un|votre|ton) (petit |bref )?message(?! (et je|à mon|avec moi|auprès))',
  ],
  promise: [
    '(laissez|laisse|laisser) .. (rappelle\\w*|recontacte\\w*|répond\\w*|rappeler\\w*)',
    '(je|nous|on) (vous|te) (rappelle\\w*|recontacte\\w*|rappeler\\w*|répond\\w*) .. (dès|au plus|rapidement|plus vite|bientôt|prochainement)',
  ],
  reached: [
    '(vous êtes|tu es) (bien )?(en (communication|relation|contact)|chez|sur|au|à|chez|avec)',
    '(vous avez|tu as) (bien )?(demandé|appelé|joint|contacté|composé le numéro de)',
    "(merci (de|pour) (votre|nous|avoir|m'avoir|ton)) .. (appel|appeler|appelé|appelée)",
    'bienvenue (chez|à|au|sur)',
  ],
  absent: [
    "(je|nous|on) (ne |n'|suis |sommes |est |serai |serons )(\\w+ )?(suis|sommes|peux|pouvons|est|peut|pourrai|pas|absents?|absente|fermés?|en déplacement|en congés?|en vacances|en réunion|actuellement|indisponibles?|occupés?)( (pas|actuellement|momentanément|absents?|disponibles?|indisponibles?|vous répondre|prendre|répondre|fermés?|là))*",
    '(nos|notre|le|la|les) (bureaux|bureau|cabinet|magasin|agence|boutique|standard|salon) (est|sont) .. (fermés?|fermée|fermées|ouverts?|ouvertes?)',
    "(nos|les) (horaires|heures) (d'ouverture|sont|de)",
    '(tous|toutes) nos (conseillers|lignes|opérateurs|agents)',
    'en dehors (de nos|des) (heures|horaires)',
  ],
  leave: [
    '(laissez|laisse|laisser|indiquez) .. (message|nom|numéro|coordonnées)',
    '(vos|tes) (coordonnées|nom)',
    '(rappelez|rappeler|réessayez|réessayer|renouvelez) .. (plus tard|ultérieurement|votre appel|demain|heures)',
    '(envoyez|envoie|adresser|envoyer) .. (texto|sms|mail|courriel)',
  ],
  full: [
    '(messagerie|boîte vocale|boite vocale|répondeur|mémoire|boîte de réception) .. est (\\w+ )?(pleine?|saturée?)',
    "(ne peut|ne peuvent|n'est pas possible|impossible) .. (recevoir|enregistrer|laisser|accepter|déposer) .. messages?",
    "(messagerie|boîte vocale) .. (n'est|n'a) pas .. (configurée?|activée?|initialisée?)",
  ],
  unassigned: [
    "(numéro|ligne) .. (n'est pas attribué|n'est plus attribué|n'existe pas|n'est pas (valide|en service)|n'est plus en service|est incorrect|est erroné|hors service|a changé|n'est pas reconnu|a été (résiliée?|modifié)|invalide)",
    'pas attribué',
    "(il n'y a (pas|plus|aucun)|aucun) (d')?abonné",
    '(vérifier|vérifiez) le numéro',
  ],
  unreachable: [
    "(correspondant|personne|abonné|client|téléphone|numéro|mobile|titulaire) .. (n'est pas (disponible|joignable)|est (actuellement |momentanément )?(indisponible|injoignable)|ne peut (pas )?être joint\\w*|n'est pas en mesure|est éteint|ne répond pas|ne peut pas (prendre|répondre))",
    '(éteint|hors de (portée|couverture)|hors réseau|hors de la zone)',
  ],
  keys: [
    '(tapez|appuyez sur) (maintenant )?(la touche |le |la |sur le |sur la )?(un|deux|trois|quatre|cinq|six|sept|huit|neuf|zéro|[0-9]|étoile|dièse)',
    '(faites|composez) le (un|deux|trois|quatre|cinq|six|sept|huit|neuf|zéro|[0-9]|étoile|dièse)',
  ],
  menu: [
    '(tapez|appuyez|composez|dites|faites|pressez) (sur |la touche |le |sur la touche )*(un|deux|trois|quatre|cinq|six|sept|huit|neuf|zéro|[0-9]|étoile|dièse)',
    'menu principal',
    '(dites|indiquez|expliquez|exprimez|précisez) .. (en quelques mots|brièvement|votre demande|ce que vous)',
    'vous pouvez dire',
    '(pour|si) .{1,60}? (tapez|appuyez|composez|faites)',
  ],
  screener: [
    "(filtre|filtrage|filtre les|contrôle|service de filtrage|sélection) (d'|des |de |les |ses |mes )*appels",
    "(dites|indiquez|donnez|déclinez|énoncez|précisez) (moi |nous |d'abord )*(votre|ton) (nom|prénom|identité)(?! .{0,12}(numéro|message|coordonnées))",
    'assistant(e)? (virtuel|virtuelle|numérique|personnel|personnelle|vocal|vocale|automatique|téléphonique)',
    "(souhaite|veut|voudrait|aimerait|désire) savoir .. (qui|l'identité)",
    '(présentez vous|annoncez vous)',
    "(n'êtes|n'es|n'est) pas un robot",
    'avant (de |que )(décrocher|vous (passer|mettre|connecter|transférer)|je)',
  ],
  reason: [
    "(raison|motif|objet|but) (de|pour) (votre|l'|laquelle|ton|cet) ?(appel|vous)?",
    "(de la part de qui|c'est à quel sujet|à quel sujet|que puis je lui dire)",
    "qui (l'appelle|appelle|est à l'appareil|dois je)",
    'pourquoi vous appelez',
    '(je vous (passe|mets|transfère|connecte))',
  ],
  person: [
    '(je|nous|on) (lui|leur|le|la|vous|vais|peux|transmets|transmettrai|note) .. (dirai|dis|dire|transmets|transmettrai|transmettre|passe|passer|message|appelle|chercher|préviens|préviendrai|ferai|rappeler)',
    '(puis je|voulez vous|souhaitez vous|désirez vous|je peux|pouvez vous|vous voulez|vous pouvez|tu veux) .. (aider|message|rappeler|renseigner|transmettre|prendre|laisser|faire|rappelle\\w*)',
    '(en quoi|comment|que) (puis je|je peux) .. (aider|renseigner|vous)',
    "(qui (est ce|êtes vous|est à l'appareil|le demande|parle)|c'est qui|à qui ai je)",
    '(un instant|une seconde|une minute|ne quittez pas|patientez|attendez)',
    "(j'écoute|je vous écoute|à l'appareil)",
    '(mon|ma) (mari|femme|mère|père|fils|fille|patron|patronne|collègue)',
  ],
};

export const ITALIAN: PhraseLists = {
  mailbox: [
    '(dopo|al|sentito|sentirete|attend\\w+) (il |lo |del )?(segnale|segnale acustico|bip|beep|tono)',
    '(segreteria telefonica|casella vocale|messaggeria vocale) (di|del|della|dello|dei|personale)',
    '(questa è|risponde) (la|una) (segreteria telefonica|casella vocale)',

    '(trasferit|inoltrat|deviat|reindirizzat)[ao] (alla|a una|verso) (segreteria|casella)',
    '(registri|registrate|registra|registrare) (il|un) (suo |tuo |vostro )?messaggio',
  ],
  message: [
    '(lasciate|lasciateci|lasciatemi|lasciami|lasciaci|lasci|lascia) (un|il) (vostro |tuo |suo |breve )?messaggio(?! (e glielo|a me|che))',
    '(lasciate|lasciami|lasciaci) (detto|pure|un)',
  ],
  promise: [
    '(lasci\\w*) .. (richiam\\w+|ricontatt\\w+|risponder\\w+)',
    '(la|ti|vi) (richiam\\w+|ricontatt\\w+|contatt\\w+) .. (appena|prima possibile|al più presto|quanto prima|non appena|presto)',
    '(sarete|sarà|verrete|verrà|sarai) (ricontattat\\w|richiamat\\w|contattat\\w)',
  ],
  reached: [
    '(avete|ha|hai) (chiamato|raggiunto|telefonato|composto il numero)',
    '(siete|è|sei) (in (linea|contatto|comunicazione)|collegat\\w) con',
    '(grazie|vi ringraziamo|la ringraziamo) .. (aver|chiamat\\w|chiamata)',
    'risponde la segreteria',
    '(benvenut\\w|risponde) (in|nella|al|alla|da|lo|la|il|presso)',
    '(questo|qui) è (il numero|lo studio|la casa)',
    'siamo (\\w+ e \\w+|la famiglia)',
  ],
  absent: [
    '(non posso|non possiamo|non riesco|non sono|non siamo|al momento non|adesso non|ora non|in questo momento non) .. (rispondere|raggiungibil\\w|in casa|disponibil\\w|in ufficio|posso|possiamo|sono|siamo|prendere)',
    '(siamo|sono) .. (fuori|assent\\w|chius\\w|in ferie|in vacanza|in riunione|occupat\\w|al telefono|impegnat\\w)',
    '(i nostri|gli|il nostro|lo|la|il) (uffici|ufficio|studio|negozio|centralino|salone) .. (chius\\w|apert\\w|è|sono)',
    "(orari|orario) (di|d') ?(apertura|ufficio|ricevimento)",
    '(tutti|tutte) (i nostri|le nostre) (operatori|linee)',
  ],
  leave: [
    '(lasci\\w*|lasciare) .. (messaggio|nome|nominativo|numero|recapito)',
    '(nome|nominativo) e (il |un |numero|recapito)',
    '(richiam\\w+|riprov\\w+) .. (più tardi|stasera|domani|in seguito)',
    '(mand\\w+|invi\\w+|scriv\\w+) .. (messaggio|sms|mail)',
  ],
  full: [
    '(casella|segreteria|memoria)( vocale| telefonica)? .. è (\\w+ )?(piena|esaurita|satura)',
    '(non può|non è possibile|non accetta|non si possono) .. (ricevere|registrare|lasciare|accettare|altri|nuovi) .. messagg\\w+',
    '(segreteria|casella) .. non (è|è stata) (\\w+ )?(attiv\\w+|configurat\\w)',
  ],
  unassigned: [
    '(numero|utenza|linea) .. (inesistente|non (è )?(attiv[oa]|valido|assegnato|esiste|corretto|raggiungibile perché)|disattivat[oa]|errato|è cambiato|cessat[oa]|fuori servizio|non corrisponde)',
    'non esiste (alcun|alcuna|nessun|nessuna|questo|il) (\\w+ )?(numero|utenza|linea|utente)',
    '(verificare|verifichi|controlli) il numero',
  ],
  unreachable: [
    '(utente|cliente|persona|telefono|numero|cellulare|abbonato)( \\w+)* .. (non (è |risulta )?(\\w+ ){0,3}(raggiungibile|disponibile)|irraggiungibile|spento|non risponde|occupat[oa])',
    '(spento|fuori (copertura|campo)) o (non|fuori|spento)',
  ],
  keys: [
    '(digiti|digitare|prema|premere|premi|premete|selezioni) ((ora|adesso) )?(il |il tasto |la )?(uno|due|tre|quattro|cinque|sei|sette|otto|nove|zero|[0-9]|asterisco|cancelletto)',
  ],
  menu: [
    '(prema|premere|premete|digiti|digitare|dica|premi) (il |il tasto |tasto )?(uno|due|tre|quattro|cinque|sei|sette|otto|nove|zero|[0-9]|asterisco|cancelletto)',
    'menu principale',
    '(dica|descriva|spieghi|mi dica) .. (in poche parole|brevemente|di cosa ha bisogno)',
    'può dire',
    '(per|se) .{1,60}? (prema|premere|premete|digiti|digitare)',
  ],
  screener: [
    '(filtro|filtra|filtraggio|servizio di filtro|controllo|selezione) (delle |le |sue |di )*chiamate',
    '(dica|dì|indichi|mi dica|dici|pronunci|ci dica|comunichi) (prima |per favore )?(il )?(suo |tuo )?nome(?! e (il )?(suo |tuo )?(numero|messaggio|recapito))',
    'assistente (virtuale|digitale|personale|automatico|automatica|vocale) (di|del|della|dell)',
    "(sono|è|parla con|risponde) l'assistente",
    '(vuole|desidera|vorrebbe) sapere .. (chi|il nome)',
    '(non (è|sei|sono)) un robot',
    'prima di (passar\\w+|collegar\\w+|metter\\w+|trasferir\\w+|rispondere)',
  ],
  reason: [
    '(motivo|ragione|oggetto|scopo) (della|per|del) .. (chiamata|chiam\\w|telefonata)',
    '(perché|per cosa|per quale) (chiama|motivo|chiami)',
    '(chi devo|chi posso) (annunciare|dire)',
    'di cosa si tratta',
    '(le|la) (passo|metto in linea|collego|trasferisco)',
  ],
  person: [
    '(glielo|gli|le|lo|la|te lo|riferisco|riferirò|riferir\\w*) .. (dico|dirò|riferisco|riferirò|passo|chiamo|faccio|riferire|dire|avviso)',
    '(posso|vuole|vuoi|desidera|se vuole|può|devo|mi dica) .. (aiutar\\w+|riferire|messaggio|lasciar\\w*|dire|esserle|richiamare)(?! dopo)',
    '(come|in cosa) posso (aiutar\\w+|esserle)',
    '(chi (è|parla|chiama|sei)|con chi parlo)',
    '(un momento|un attimo|un secondo|attenda|aspetti|resti in linea)',
    '(mio|mia|il mio|la mia) (marito|moglie|madre|padre|figlio|figlia|capo|collega|mamma|papà)',
  ],
};

export const PORTUGUESE: PhraseLists = {
  mailbox: [
    '(após|depois|ao ouvir|ouvir|ouça|escutar) (do |o |de )?(sinal|bip|tom|bipe|sinal sonoro|apito)',
    '(caixa postal|correio de voz|atendedor de chamadas|secretária eletrônica|secretária eletrónica|atendedor automático|gravador de chamadas) (de|do|da|desta|deste|personalizada)',
    '(encaminhada|transferida|direcionada|desviada) (para|à) (a |o )?(caixa|correio|secretária|atendedor)',
    '(grave|gravar|grava|registe|registre) (o |a |sua |seu |a sua |o seu |um |uma )*(mensagem|recado)',
  ],
  message: [
    '(deixe|deixa|deixem) (me |nos )?(uma |a sua |sua |a tua |um |o seu |seu |o teu )*(mensagem|recado)(?! (comigo|que eu (digo|aviso|passo|falo|dou)|e eu (digo|aviso|passo|falo|dou)))',
  ],
  promise: [
    '(deixe|deixa|deixem) .. (retorn\\w+|devolv\\w+|ligo|ligarei|ligaremos|ligamos|contact\\w+|entr\\w+ em contat?o|respond\\w+)',
    '(eu |nós )?(retorn\\w+|ligo|ligarei|ligaremos|devolv\\w+|entrar\\w+ em contat?o) .. (assim que|logo que|o mais|quanto antes|mal)',
  ],
  reached: [
    '(ligou|telefonou|contactou|você ligou|está a ligar) (para|ao|à)',
    '(obrigad[ao]|agradecemos) .. (ligar|ligação|chamada|contacto|contato)',
    '(bem vind[ao]s?|bem vindo) (à|ao|a)',
    '(este|esse) é o (número|telefone)',
  ],
  absent: [
    '(não posso|não podemos|não consigo|não nos é possível|não me é possível|não é possível|não estou|não estamos|não vou poder|não pude|impossibilitad\\w) .. (atend\\w+|responder|falar|disponíve\\w+|em casa|no escritório|poss\\w+)',
    '(agora|no momento|de momento|neste momento) não (posso|podemos|estou|estamos|nos|me)',
    '(estou|estamos) .. (fora|ausentes?|fechad\\w+|de férias|em reunião|ocupad\\w+|encerrad\\w+|indisponíve\\w+)',
    '(nosso|o nosso|a nossa|nossa|os nossos|o) (horário|escritório|consultório|loja|clínica|serviços?) .. (atendimento|funcionamento|fechad\\w+|encerrad\\w+|é)',
    '(todos|todas) (os nossos|nossos|as nossas|nossas) (atendentes|operadores|linhas|assistentes)',
  ],
  leave: [
    '(deixe|deixa|deixem) .. (nome|número|contacto|contato|telefone|recado|mensagem)',
    '(seu|teu) nome e (o |seu |o seu )*(número|telefone|contacto|contato)',
    '(tente|ligue|volte|liga|tenta) .. (mais tarde|novamente|de novo|amanhã)',
    '(mande|manda|envie|envia) .. (mensagem|whatsapp|sms|email)',
  ],
  full: [
    '(caixa postal|caixa de mensagens|correio de voz|caixa de correio|caixa|memória) .. (está|encontra se) (\\w+ )?(cheia|cheio|lotada|esgotada)',
    '(não pode|não é possível|não aceita|não podem) .. (receber|gravar|deixar|aceitar) .. (mensagens|recados|mensagem)',
    '(caixa postal|correio de voz) .. não (foi|está) (configurad\\w|ativad\\w|activad\\w)',
  ],
  unassigned: [
    '(número|telefone|linha) .. (não existe|não está (atribuído|em serviço|ativo|activo)|inexistente|não (se )?encontra (se )?(atribuído|em serviço)|inválido|foi (desligado|alterado|desativado|mudado)|fora de serviço|incorreto|não foi reconhecido|não é válido|está errado)',
    'não existe (nenhum|nenhuma|qualquer|este|esse) (\\w+ )?(número|linha|telefone|assinante)',
    '(verifique|confirme|confira) o número',
  ],
  unreachable: [
    '(pessoa|cliente|assinante|usuário|utilizador|telemóvel|celular|telefone|número) .. (não está disponível|não se encontra disponível|indisponível|está desligado|desligado ou fora|fora da área|fora de área|não atende|não pode ser contactado|não responde|temporariamente)',
    '(desligado|fora da área de cobertura) ou',
  ],
  keys: [
    '(digite|disque|pressione|tecle|aperte) (agora )?(a |o |a tecla |o número )?(um|dois|três|quatro|cinco|seis|sete|oito|nove|zero|[0-9]|asterisco|cerquilha|cardinal)',
  ],
  menu: [
    '(digite|tecle|pressione|prima|marque|aperte|diga|disque) (a |o |a tecla |tecla )?(um|dois|três|quatro|cinco|seis|sete|oito|nove|zero|[0-9]|asterisco|cardinal)',
    'menu principal',
    '(diga|descreva|explique|conte) .. (em poucas palavras|brevemente|o que precisa|o que deseja)',
    '(pode|você pode) dizer',
    '(para|se) .{1,60}? (digite|tecle|pressione|prima|marque|aperte)',
  ],
  screener: [
    '(filtro|filtragem|filtra|triagem|identificação|serviço de filtragem) (de |das |as |suas )*(chamadas|ligações)',
    '(diga|diz|indique|informe|fale|me diga) (me )?(primeiro |por favor )?(o )?(seu |teu )?nome(?! e (o )?(seu |teu )?(número|telefone|contacto|contato|recado|mensagem))',
    'assistente (virtual|digital|pessoal|automático|automática|de chamadas) (de|do|da)',
    '(sou|aqui é|fala|está a falar com) (o|a) assistente',
    '(quer|deseja|gostaria de|pretende) saber .. quem',
    'não (é|és|sou) (um )?robô',
    'antes de (passar|transferir|atender|ligar|completar|conectar)',
  ],
  reason: [
    '(motivo|razão|assunto) (da|de|do|para|pelo) .. (ligação|chamada|contacto|contato|liga\\w*)',
    '(por que|porque|porquê|qual o motivo|do que se trata|de que se trata|qual é o assunto)',
    'quem (devo|gostaria|quer) (anunciar|falar)',
    '(vou|já) (te |lhe |o |a )?(transferir|passar|ligar)',
  ],
  person: [
    '(eu |que eu )?(digo|aviso|passo|falo|dou|transmito|anoto|peço|chamo) .. (ele|ela|lhe|recado|a ele|a ela|para)',
    '(eu )?(lhe|vou|posso) .. (avisar|dizer|passar|chamar|transmitir|ajudar)',
    '(posso|quer|deseja|gostaria|pode) .. (ajudar|recado|mensagem|deixar|anotar|ligar mais)(?! (após|depois))',
    '(em que|como) posso (ajudar|ser útil)',
    '(quem (é|fala|está|gostaria)|com quem (falo|estou))',
    '(um momento|só um momento|um instante|um minuto|um minutinho|aguarde|espere|não desligue)',
    '(meu|minha|o meu|a minha) (marido|mulher|esposa|mãe|pai|filho|filha|chefe|patrão|colega)',
  ],
};
