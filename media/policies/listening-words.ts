/**
 * Words that people say while they listen, by language: they acknowledge what the agent says and claim no turn. Negations,
 * requests and greetings are never among them.
 */

/** Phrases of one language. `surprised`: they may end with a question mark. */
export interface ListeningWords {
  readonly words: readonly string[];
  readonly surprised?: readonly string[];
}

/** Separated by commas; a phrase has spaces. */
const list = (words: string): readonly string[] => words.split(',').map((word) => word.trim());

/** Understood everywhere. */
export const WORDS_OF_ALL: readonly string[] = list(
  'ok, okay, okey, oke, okej, okei, o k, yeah, bravo, super',
);

export const LISTENING_WORDS: Readonly<Record<string, ListeningWords>> = {
  en: {
    words: list(
      "yes, yep, yup, yea, ya, yeh, aye, right, alright, all right, sure, sure thing, of course, i see, i understand, understood, i hear you, got it, gotcha, got you, i get it, makes sense, that makes sense, fair enough, great, nice, cool, good, very good, fine, perfect, lovely, wonderful, excellent, awesome, amazing, brilliant, exactly, precisely, absolutely, definitely, totally, indeed, true, that is true, that's true, that's right, that is right, that's good, that's great, that's fine, that's nice, sounds good, sounds great, good to know, gosh, oh my, well well, i know, very nice, very well, interesting, thank you, thanks",
    ),
    surprised: list('really, oh really, is that so, is it, seriously'),
  },
  de: {
    words: list(
      'ja, jo, joa, jap, jawohl, jep, genau, ganz genau, stimmt, das stimmt, richtig, klar, alles klar, na klar, ach so, achso, ach, ach ja, aha, gut, sehr gut, gut gut, na gut, also gut, nun gut, na ja, naja, gut so, passt schon, geht klar, schön, sehr schön, prima, toll, klasse, perfekt, wunderbar, verstehe, ich verstehe, verstanden, in ordnung, einverstanden, sicher, natürlich, gerne, gern, eben, freilich, passt, das passt, interessant, danke, vielen dank, danke schön',
    ),
    surprised: list('echt, wirklich, ach echt, ach wirklich, ach ja, ja echt, ach so'),
  },
  es: {
    words: list(
      'sí, si, ajá, aja, ya, ya veo, ya ya, vale, claro, claro que sí, claro claro, bueno, bien, muy bien, está bien, perfecto, exacto, exactamente, de acuerdo, entiendo, comprendo, entendido, lo entiendo, así es, eso es, eso, genial, qué bien, por supuesto, correcto, cierto, es cierto, es verdad, verdad, desde luego, ándale, órale, dale, listo, estupendo, fenomenal, gracias, muchas gracias',
    ),
    surprised: list('de verdad, en serio, ah sí, de veras, ah'),
  },
  fr: {
    words: list(
      "oui, ouais, ouaip, d'accord, daccord, d accord, bien, très bien, ah bon, ah oui, ah d'accord, c'est ça, c'est bien, bien sûr, exact, exactement, tout à fait, entendu, compris, je comprends, j'ai compris, je vois, parfait, super, génial, voilà, effectivement, en effet, absolument, certes, c'est vrai, ça marche, ça va, bon, ben oui, mais oui, merci, merci beaucoup",
    ),
    surprised: list("ah bon, vraiment, c'est vrai, ah oui, sérieux"),
  },
  it: {
    words: list(
      "sì, si, già, certo, certamente, va bene, vabbè, bene, benissimo, molto bene, d'accordo, capito, ho capito, capisco, esatto, esattamente, giusto, perfetto, ottimo, chiaro, è chiaro, ecco, ah ecco, infatti, appunto, vero, è vero, certo certo, naturalmente, bello, che bello, ma certo, come no, grazie, grazie mille",
    ),
    surprised: list('davvero, ah sì, sul serio, ma davvero, ah'),
  },
  pt: {
    words: list(
      'sim, pois, pois é, pois sim, claro, claro que sim, certo, está certo, tá certo, tá, tá bom, tá bem, tá ok, está bem, está bom, bom, muito bom, muito bem, bem, perfeito, exato, exatamente, entendi, entendo, percebo, percebi, compreendo, já percebi, beleza, legal, que legal, que bom, ótimo, ótima, isso, isso mesmo, é isso, é, é verdade, verdade, com certeza, combinado, de acordo, correto, joia, fixe, boa, pode ser, obrigado, obrigada, muito obrigado, muito obrigada',
    ),
    surprised: list('sério, a sério, é mesmo, verdade, ah é, ah sim'),
  },
  nl: {
    words: list(
      'ja, jawel, jazeker, jep, joh, juist, precies, klopt, dat klopt, dat is waar, inderdaad, goed, heel goed, prima, fijn, mooi, leuk, top, duidelijk, helder, begrepen, ik begrijp het, begrijp ik, snap ik, ik snap het, oké, oke, akkoord, zeker, natuurlijk, uiteraard, tuurlijk, perfect, uitstekend, geweldig, ach zo, o ja, oh ja, och, dank u, dank je, bedankt, dank u wel, dank je wel',
    ),
    surprised: list('echt, echt waar, o ja, oh ja, meen je dat, werkelijk'),
  },
  pl: {
    words: list(
      'tak, no, no tak, no dobrze, no dobra, no jasne, aha, dobrze, dobra, jasne, oczywiście, pewnie, rozumiem, zrozumiałem, zrozumiałam, zgoda, zgadza się, racja, dokładnie, właśnie, no właśnie, super, świetnie, fajnie, okej, w porządku, wiem, acha, a tak, ach tak, niech będzie, prawda, to prawda, znakomicie, doskonale, idealnie, ciekawe, dziękuję, dzięki',
    ),
    surprised: list('naprawdę, serio, ach tak, tak'),
  },
  tr: {
    words: list(
      'evet, tamam, tamamdır, peki, pekala, pekâlâ, tabii, tabi, tabii ki, tabi ki, elbette, anladım, anlıyorum, doğru, aynen, aynen öyle, öyle, güzel, çok güzel, harika, iyi, çok iyi, olur, olabilir, hı hı, hıhı, he, he he, hee, ha, ya, haklısınız, haklısın, mükemmel, süper, kesinlikle, biliyorum, teşekkürler, teşekkür ederim, sağ ol, sağ olun',
    ),
    surprised: list('öyle mi, gerçekten mi, ciddi misin, ciddi misiniz, sahi mi, cidden mi, gerçekten'),
  },
  ar: {
    words: list(
      'نعم, أجل, ايوه, أيوه, ايوا, أيوا, آه, اه, طيب, حسنا, حسنًا, تمام, ماشي, أوكي, اوكي, صح, صحيح, أكيد, اكيد, طبعا, طبعًا, بالطبع, بالتأكيد, فهمت, مفهوم, واضح, جيد, جيد جدا, ممتاز, رائع, جميل, ان شاء الله, إن شاء الله, ما شاء الله, والله, الحمد لله, حاضر, كويس, زين, إي, اي, شكرا, شكرًا',
    ),
    surprised: list('حقا, حقًا, فعلا, فعلًا, صحيح, والله, بجد'),
  },
  hi: {
    words: list(
      'हाँ, हां, हाँ जी, हां जी, जी, जी हाँ, जी हां, हम्म, हूँ, हूं, अच्छा, अच्छा जी, ठीक, ठीक है, ठीक हैं, सही, सही है, सही बात है, बिल्कुल, बिलकुल, समझ गया, समझ गई, समझ गयी, समझा, समझी, मैं समझ गया, मैं समझ गई, वाह, बढ़िया, बहुत बढ़िया, बहुत अच्छा, ओके, ओह, आह, जी बिल्कुल, ज़रूर, जरूर, पक्का, हाँ हाँ, धन्यवाद, शुक्रिया, haan, han, haan ji, ji, ji haan, ji han, accha, achha, acha, theek hai, thik hai, theek, sahi, sahi hai, bilkul, samajh gaya, samajh gayi',
    ),
    surprised: list('सच, सच में, अच्छा, वाकई, क्या बात है'),
  },
  zh: {
    words: list(
      '嗯, 嗯嗯, 唔, 哦, 噢, 喔, 啊, 呃, 哎, 诶, 欸, 对, 对的, 對, 對的, 是, 是的, 是啊, 是吧, 好, 好的, 好啊, 好吧, 好嘞, 行, 行吧, 可以, 没错, 沒錯, 明白, 明白了, 我明白, 我明白了, 知道, 知道了, 我知道, 我知道了, 了解, 懂了, 我懂了, 原来如此, 原來如此, 原来是这样, 这样啊, 這樣啊, 这样, 當然, 当然, 没问题, 沒問題, 不错, 不錯, 太好了, 很好, 挺好, 谢谢, 謝謝, 真的',
    ),
    surprised: list('真的, 真的吗, 真的嗎, 是吗, 是嗎, 这样吗'),
  },
  ja: {
    words: list(
      'はい, はーい, ええ, えー, え, うん, うーん, うんうん, ん, んー, ああ, あー, あ, あっ, ほう, ほー, へえ, へー, へぇ, ふーん, ふうん, ふむ, なるほど, なるほどね, なるほどですね, そう, そうです, そうですね, そうですか, そうか, そっか, そうなんですか, そうなんですね, そうなんだ, そうだね, そうそう, わかりました, 分かりました, わかった, 分かった, 了解, 了解です, 了解しました, 承知しました, かしこまりました, 確かに, たしかに, もちろん, いいですね, いいね, よかった, すごい, すごいですね, 本当, 本当に, ほんと, おお, おー, オッケー, オーケー, どうも, ありがとう, ありがとうございます',
    ),
    surprised: list(
      '本当, 本当ですか, 本当に, ほんと, ほんとですか, そうなんですか, そうですか, へえ, まじ, マジ',
    ),
  },
  ko: {
    words: list(
      '네, 네네, 예, 예예, 응, 응응, 음, 으음, 어, 어어, 아, 아하, 아아, 오, 그래, 그래요, 그렇군요, 그렇구나, 그렇죠, 그쵸, 그치, 그럼, 그럼요, 맞아, 맞아요, 맞습니다, 알겠어요, 알겠습니다, 알았어, 알았어요, 아 네, 아 예, 좋아, 좋아요, 좋습니다, 오케이, 물론, 물론이죠, 물론이에요, 당연하죠, 이해했어요, 이해했습니다, 이해해요, 진짜, 정말, 와, 우와, 대박, 감사합니다, 고마워요',
    ),
    surprised: list('진짜, 진짜요, 정말, 정말요, 그래요, 그래'),
  },
  ru: {
    words: list(
      'да, да да, ага, угу, так, так так, хорошо, ладно, понятно, понял, поняла, я понял, я поняла, понимаю, ясно, конечно, верно, точно, именно, правильно, согласен, согласна, отлично, прекрасно, замечательно, здорово, супер, ну да, а да, ну конечно, вот как, вот оно что, окей, ок, всё ясно, все ясно, всё понятно, все понятно, разумеется, это правда, правда, интересно, спасибо, хм, мм, ммм, м, э, а, о',
    ),
    surprised: list('правда, да, серьёзно, серьезно, да что вы, неужели, вот как'),
  },
  uk: {
    words: list(
      'так, ага, угу, добре, гаразд, зрозуміло, зрозумів, зрозуміла, розумію, ясно, звичайно, звісно, точно, саме так, вірно, правильно, чудово, супер, ну так, окей, ок, авжеж, правда, дякую, хм, мм, ммм, м, а, о',
    ),
    surprised: list('правда, справді, невже, серйозно, та невже'),
  },
  sv: {
    words: list(
      'ja, jo, japp, jajamän, jaha, jaså, just det, precis, exakt, okej, visst, javisst, ja visst, absolut, självklart, naturligtvis, bra, jättebra, mycket bra, fint, toppen, perfekt, kanon, jag förstår, förstår, förstått, det stämmer, stämmer, det låter bra, låter bra, jag vet, så klart, såklart, ja just det, a, aa, tack, tack så mycket',
    ),
    surprised: list('jaså, verkligen, jaha, är det sant, säger du det'),
  },
  da: {
    words: list(
      'ja, jo, jep, jamen, nå, nå ja, nåda, okay, præcis, nemlig, ja nemlig, lige præcis, klart, selvfølgelig, naturligvis, godt, meget godt, fint, super, perfekt, jeg forstår, forstået, det er rigtigt, rigtigt, det passer, det lyder godt, lyder godt, jeg ved det, tak, mange tak',
    ),
    surprised: list('nå, virkelig, er det rigtigt, gør det'),
  },
  nb: {
    words: list(
      'ja, jo, japp, jada, javel, akkurat, nettopp, ja nettopp, greit, det er greit, klart, selvfølgelig, naturligvis, bra, veldig bra, fint, flott, supert, perfekt, jeg skjønner, skjønner, jeg forstår, forstått, det stemmer, stemmer, riktig, det høres bra ut, høres bra ut, jeg vet, takk, tusen takk',
    ),
    surprised: list('virkelig, er det sant, å ja, jaså'),
  },
  fi: {
    words: list(
      'joo, juu, jep, kyllä, niin, niinpä, niin niin, aivan, aivan niin, juuri niin, juuri, hyvä, oikein hyvä, hienoa, selvä, selvä juttu, ymmärrän, ymmärretty, okei, totta, totta kai, tietysti, tottakai, toki, ahaa, vai niin, no niin, mahtavaa, loistavaa, kiva, kiitos',
    ),
    surprised: list('niinkö, todellako, oikeasti, ihanko totta, vai niin'),
  },
  cs: {
    words: list(
      'ano, jo, jojo, no, no jo, no ano, aha, dobře, dobrá, dobrý, jasně, jasný, jasné, samozřejmě, určitě, rozumím, chápu, přesně, přesně tak, tak, to jo, to je pravda, pravda, správně, fajn, super, skvěle, výborně, v pořádku, souhlasím, vím, dík, díky, děkuji, děkuju',
    ),
    surprised: list('opravdu, vážně, fakt, fakt jo, jo'),
  },
  ro: {
    words: list(
      'da, da da, îhî, aha, bine, foarte bine, e bine, sigur, desigur, normal, înțeleg, am înțeles, exact, corect, așa e, așa este, așa, perfect, super, bun, clar, e clar, de acord, în regulă, sigur că da, adevărat, e adevărat, știu, grozav, mulțumesc, mersi',
    ),
    surprised: list('serios, chiar, adevărat, zău'),
  },
  hu: {
    words: list(
      'igen, ja, aha, ühüm, jó, jól van, jó jó, rendben, rendben van, persze, értem, értettem, világos, pontosan, így van, úgy van, igaz, ez igaz, oké, szuper, remek, nagyszerű, tökéletes, természetesen, hogyne, tudom, köszönöm, köszi',
    ),
    surprised: list('tényleg, igazán, komolyan, valóban'),
  },
  el: {
    words: list(
      'ναι, ναι ναι, μάλιστα, εντάξει, οκ, οκέι, ωραία, πολύ ωραία, καλά, πολύ καλά, σωστά, ακριβώς, βέβαια, βεβαίως, φυσικά, κατάλαβα, καταλαβαίνω, έτσι, έτσι είναι, σίγουρα, τέλεια, α, α ναι, αχά, χμ, μμ, αλήθεια, σύμφωνοι, ξέρω, ευχαριστώ',
    ),
    surprised: list('αλήθεια, σοβαρά, μπα'),
  },
  he: {
    words: list(
      'כן, כן כן, אה, אהה, אהא, אוקיי, אוקי, בסדר, בסדר גמור, טוב, יופי, מצוין, נכון, בדיוק, בטח, ברור, ודאי, כמובן, הבנתי, מבין, מבינה, אני מבין, אני מבינה, סבבה, מעולה, נהדר, מממ, הממ, אמת, תודה, תודה רבה',
    ),
    surprised: list('באמת, נכון, רציני'),
  },
  id: {
    words: list(
      'ya, iya, iya iya, ya ya, he eh, heeh, oke, baik, baiklah, oh begitu, begitu, begitu ya, oh ya, betul, benar, tepat, tentu, tentu saja, pasti, mengerti, saya mengerti, paham, saya paham, bagus, bagus sekali, sip, siap, boleh, jelas, terima kasih, makasih',
    ),
    surprised: list('oh ya, masa, benarkah, serius'),
  },
  vi: {
    words: list(
      'vâng, dạ, dạ vâng, vâng ạ, dạ được, ừ, ừm, ừ ừ, à, ờ, ồ, ok ạ, được, được rồi, được ạ, đúng, đúng rồi, đúng vậy, phải, phải rồi, hiểu, hiểu rồi, tôi hiểu, tôi hiểu rồi, em hiểu, rõ, rõ rồi, tốt, tốt quá, hay quá, tất nhiên, chắc chắn, cảm ơn',
    ),
    surprised: list('thật à, thật không, vậy à, thế à'),
  },
};
