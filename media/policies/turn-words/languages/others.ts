/** Languages of other families that are written with spaces. */
import type { LanguageWords } from '../language-words.js';

export const OTHERS: Readonly<Record<string, LanguageWords>> = {
  tr: {
    hesitations: 'ııı ıı ıh ee eee ehm hmm hm şey yani işte',
    open: 've ama fakat veya ya çünkü eğer ki hem ancak ile bir bizim sizin onun',
    hanging: 'bu şu o benim gibi ben biz siz en çok daha',
    answers: 'evet hayır yok tamam olur tabii tabi peki doğru aynen tabiki elbette',
    phrases:
      'bir saniye|bir dakika|bir bakayım|bakıyorum|bekleyin|bekler misiniz|adım|numaram|ondan sonra|daha sonra|şu şekilde|bunun için|ve sonra|demek istediğim|nasıl desem',
  },
  ar: {
    hesitations: 'اممم امم أمم إمم ممم آآآ آه اه إيه يعني',
    open: 'و أو لكن ولكن لأن لأنه لأني لأنني إذا أن إن أنه كي حتى بينما عندما لما الذي التي في من إلى على عن مع ثم بعد قبل بين بدون حول خلال عند لدى بسبب',
    hanging: 'هذا هذه أنا نحن أنت هو هي كان كانت أريد أود عندي لدي كل غير مثل',
    answers: 'نعم أيوه ايوه أيوة اي إي لا طيب تمام حسنا حسنًا أكيد صحيح ماشي أوكي بالضبط موافق',
    phrases:
      'أريد أن|أود أن|أحتاج إلى|أحتاج أن|أتصل بخصوص|أتصل لأن|لحظة|لحظة واحدة|ثانية|ثانية واحدة|دقيقة|انتظر|خليني أشوف|دعني أرى|اسمي|رقمي|رقمي هو|الرقم هو|وبعدين|أعتقد أن|على شان|من أجل',
  },
  hi: {
    hesitations: 'अ अम उम उम्म हम्म हम्म्म मतलब एह',
    open: 'और लेकिन मगर या क्योंकि कि अगर जब ताकि तो जो जिसका एक मेरा मेरी मेरे हमारा हमारी आपका आपकी इसका उसका का की के',
    hanging: 'मैं हम वह वो यह ये बहुत को से में पर ने भी ही',
    answers: 'हाँ हां जी नहीं ठीक अच्छा सही ओके बिल्कुल हाँजी',
    phrases:
      'मुझे चाहिए कि|मैं चाहता हूँ कि|मैं चाहती हूँ कि|एक मिनट|एक सेकंड|एक सेकेंड|रुकिए|रुको|ज़रा रुकिए|देखता हूँ|देखती हूँ|देखने दीजिए|मेरा नाम|मेरा नंबर|मेरा नंबर है|नंबर है|और फिर|मुझे लगता है|इसलिए कि',
  },
  el: {
    hesitations: 'εε εμ εμμ χμ μμ λοιπόν',
    open: 'και κι αλλά ή γιατί επειδή αν ότι πως όταν ενώ που για να ο η το οι τα τον την του της των ένας μια μία ένα από με σε στο στη στην στον στα χωρίς μετά πριν μέχρι',
    hanging: 'είναι ήταν έχω θέλω μπορώ εγώ εμείς πολύ μου σας',
    answers: 'ναι όχι εντάξει οκ βέβαια σωστά ακριβώς μάλιστα',
    phrases:
      'θα ήθελα να|θα ήθελα|θέλω να|πρέπει να|παίρνω για|μισό λεπτό|ένα λεπτό|μια στιγμή|περιμένετε|να δω|με λένε|το νούμερό μου είναι|και μετά|νομίζω ότι|δηλαδή',
  },
  hu: {
    hesitations: 'ö öö ööö izé hm hmm mm szóval hát',
    open: 'és de vagy mert hogy ha amikor amíg mivel aki ami a az egy',
    hanging: 'van volt vagyok én mi nagyon csak még is',
    answers: 'igen nem jó rendben oké ok persze pontosan így',
    phrases:
      'szeretnék|szeretném|azért hívom mert|egy pillanat|egy másodperc|várjon|megnézem|a nevem|a számom|és aztán|azt hiszem',
  },
  fi: {
    hesitations: 'öö ööö ömm hmm hm mm niinku tota tuota',
    open: 'ja mutta tai vai koska että jos kun vaikka sekä joka mikä ennen ilman',
    hanging: 'on oli olen minä me niin sitten kanssa',
    answers: 'joo kyllä ei okei ok selvä juu totta hyvä tarkalleen',
    phrases:
      'haluaisin|minun pitää|soitan koska|hetki|hetkinen|pieni hetki|odota|odottakaa|katsotaan|nimeni on|numeroni on|ja sitten|luulen että',
  },
  id: {
    hesitations: 'eh em emm hmm hm anu',
    open: 'dan tapi tetapi atau karena kalau jika bahwa yang ketika supaya agar di ke dari dengan untuk pada oleh tentang sebuah',
    hanging: 'saya kami itu ini adalah mau ingin bisa harus sudah sangat',
    answers: 'ya iya tidak nggak ok oke baik betul benar boleh',
    phrases:
      'saya mau|saya ingin|saya perlu|sebentar|tunggu|tunggu sebentar|nama saya|nomor saya|dan kemudian|saya pikir',
  },
  vi: {
    hesitations: 'ừm ờ à hừm',
    open: 'và nhưng hoặc hay vì nếu rằng mà khi để thì của cho với từ ở trong về một các những',
    hanging: 'tôi là có được muốn cần rất này đó',
    answers: 'vâng dạ có không đúng ok được ừ',
    phrases: 'bởi vì|tôi muốn|tôi cần|chờ một chút|đợi một chút|xin chờ|tên tôi là|số của tôi là|sau đó',
  },
};
