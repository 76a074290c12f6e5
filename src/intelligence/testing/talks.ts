/**
 * Talks composed of stretches that are each about one thing, as someone would say them. Each was written before it was
 * cut for the first time. The borders of topics were tuned on TUNING, ONE_THING, GERMAN and JAPANESE; HELD_OUT, FRENCH and
 * THAI were only measured.
 */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Transcription, Utterance } from '../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { wordPieces } from '../text/word-pieces.ts'

/** Stretches of speech, each about one thing, in sentences. */
type Talk = readonly (readonly string[])[]

export const TUNING: Talk = [
  [
    'Good morning everybody, and thanks for coming.',
    'I want to start with the bees on the roof.',
    'We have three hives up there since April.',
    'Each of them holds about forty thousand bees in summer.',
    'The queen lays up to two thousand eggs a day.',
    'Okay.',
    'The workers collect nectar from the lime trees along the canal.',
    'They bring it back and the others fan it with their wings until it thickens.',
    'That is how it becomes honey.',
    'Last year we harvested sixty jars.',
    'This year it may be eighty, if the weather stays warm.',
    'The only worry is the mites, so we treat the hives with acid in autumn.',
  ],
  [
    'Right, so the next thing is the money.',
    'Our budget for this quarter was ninety thousand euros.',
    'We spent a little more than that, mostly on travel.',
    'The accountant says we can move some costs to the next year.',
    'Yeah.',
    'Salaries went up by three per cent in March.',
    'On the other side, sales of the subscription grew a lot.',
    'Revenue is now twelve per cent above the forecast.',
    'So the loss is smaller than we feared.',
    'The bank has agreed to extend the loan until December.',
    'I will send the tables with the figures round tonight.',
  ],
  [
    'Let me tell you about the trip to Norway.',
    'We took the night train to Oslo and then a small boat.',
    'The fjords were full of mist when we arrived.',
    'You could see waterfalls on both sides.',
    'We hiked for six days along the coast.',
    'Um, it rained on four of them.',
    'We slept in wooden huts with a stove.',
    'One evening a moose walked right past our tent.',
    'The view from the top of the mountain was worth all the climbing.',
    'My boots have not dried yet.',
    'Next summer we would like to go further north and see the midnight sun.',
  ],
  [
    'Now, something has to be done about the server.',
    'It went down twice last week.',
    'The database ran out of disk space, and nobody had seen the alert.',
    'I have written a script that deletes the old log files every night.',
    'We also need a second machine for the backups.',
    'You know.',
    'The software update is planned for Sunday morning.',
    'It will take about an hour, and the website will be offline.',
    'If something goes wrong, we can restore the previous version.',
    'Please change your passwords before Friday.',
    'The new ones need at least twelve characters.',
    'Then we will switch on the firewall rules that the auditors asked for.',
  ],
]

export const HELD_OUT: Talk = [
  [
    'So what did you have at that restaurant?',
    'We started with a fish soup that had saffron in it.',
    'The chef comes from Marseille, and he does it the way his grandmother did.',
    'You fry the onions and the fennel very slowly.',
    'Then you add tomatoes, white wine and the bones of the fish.',
    'It simmers for an hour, and then it goes through a sieve.',
    'Mhm.',
    'They serve it with toasted bread and a garlic sauce.',
    'I tried to cook it at home, but mine was too salty.',
    'The secret is to use very little pepper and a lot of patience.',
    'For dessert there was a lemon tart.',
  ],
  [
    'By the way, did you see the match on Saturday?',
    'They were two goals down at half time.',
    'Then the coach brought on the young striker.',
    'He scored with his first touch.',
    'The whole stadium was on its feet.',
    'Oh yes.',
    'The goalkeeper saved a penalty in the last minute.',
    'It ended three to two.',
    'Now they are second in the league, one point behind.',
    'If they win the next two games, they play in Europe next season.',
    'Their captain is injured though, it is his knee again.',
    'He will miss the rest of the tournament.',
  ],
  [
    'Anyway, I wanted to ask you about your mother.',
    'She is still in the hospital.',
    'The doctors found a problem with her heart.',
    'They put in a small device that keeps the beat regular.',
    'The operation took two hours, and she felt better the next day.',
    'She has to take tablets every morning now.',
    'The nurses are wonderful with her.',
    'Right.',
    'She complains that she may not eat salt any more.',
    'Her blood pressure is still too high, they say.',
    'She should be home by the end of the month, with a physiotherapist coming twice a week.',
  ],
  [
    'And how is the house going?',
    'We finally have a roof.',
    'The carpenters finished it just before the storm.',
    'The windows come in two weeks.',
    'Until then there are plastic sheets everywhere.',
    'The electrician has laid all the cables in the kitchen and the bathroom.',
    'We still cannot agree on the colour of the tiles.',
    'I see.',
    'The bricks of the old wall had to be cleaned one by one.',
    'We will heat with a pump in the garden instead of gas.',
    'The plumber says the pipes in the cellar are fine.',
    'If all goes well we paint the walls in October and move in before Christmas.',
  ],
]

export const GERMAN: Talk = [
  [
    'Fangen wir mit dem Garten an.',
    'Die Tomaten sind in diesem Jahr sehr früh reif geworden.',
    'Wir haben zwanzig Kilo Tomaten geerntet.',
    'Die Gurken haben leider unter der Trockenheit gelitten.',
    'Ich habe jeden Abend gegossen, aber der Boden war zu sandig.',
    'Im Herbst wollen wir Kompost in die Beete geben.',
    'Genau.',
    'Neben dem Zaun pflanzen wir zwei Apfelbäume.',
    'Die alten Apfelbäume tragen kaum noch Früchte.',
    'Gegen die Schnecken hilft nur Handarbeit.',
    'Nächstes Jahr bauen wir ein Gewächshaus für Tomaten und Gurken.',
  ],
  [
    'Dann komme ich zum Fahrplan der Bahn.',
    'Ab Dezember fährt der Zug nach Hamburg jede Stunde.',
    'Der letzte Zug geht um kurz nach elf.',
    'Die Fahrkarten werden etwas teurer.',
    'Wer eine Monatskarte hat, zahlt weiterhin den alten Preis.',
    'Am Bahnhof wird ein neuer Bahnsteig gebaut.',
    'Ja, also.',
    'Deshalb halten die Züge nach Bremen auf Gleis sieben.',
    'Die Strecke wird an drei Wochenenden gesperrt.',
    'In dieser Zeit fahren Busse statt der Züge.',
    'Die Reisenden erfahren alles am Bahnhof und auf der Internetseite der Bahn.',
  ],
  [
    'Zum Schluss noch etwas über das Konzert.',
    'Der Chor probt jetzt zweimal in der Woche.',
    'Wir singen eine Messe von Schubert und drei Lieder von Brahms.',
    'Der Dirigent ist mit den Tenören noch nicht zufrieden.',
    'Das Orchester kommt erst zur letzten Probe dazu.',
    'Die Solistin hat eine wunderbare Stimme.',
    'Die Kirche fasst vierhundert Zuhörer.',
    'Der Chor braucht noch zwei Sänger für den Bass.',
    'Nach dem Konzert gibt es Wein und Brot im Pfarrhaus.',
    'Wer Noten hat, bringt sie bitte zur nächsten Probe mit.',
  ],
]

export const JAPANESE: Talk = [
  [
    '今日は猫の話から始めます。',
    'うちの猫は三歳で、とても元気です。',
    '朝になると猫は私の顔をなめて起こします。',
    '猫の餌は魚が一番好きです。',
    '先週、猫を動物病院に連れて行きました。',
    '獣医さんは猫の体重が少し多いと言いました。',
    'はい。',
    'それで餌の量を減らすことにしました。',
    '猫はおもちゃで毎日遊びます。',
    '夜は猫が布団の中で寝ます。',
  ],
  [
    '次に会社の予算について話します。',
    '今年の売上は去年より十パーセント増えました。',
    'しかし、会社の費用も増えています。',
    '特に広告の費用が高くなりました。',
    '来年の予算は三月に決まります。',
    '社長は広告の費用を減らしたいと言っています。',
    '銀行から新しい融資を受ける予定です。',
    '会社の利益は五百万円でした。',
    'そうですね。',
    '予算の表は明日みんなに送ります。',
  ],
  [
    '最後に北海道の旅行の話です。',
    '私たちは飛行機で札幌に行きました。',
    '札幌では雪がたくさん降っていました。',
    '二日目に電車で小樽に行きました。',
    '小樽の運河はとてもきれいでした。',
    '旅館の温泉に入って、体が温まりました。',
    '夕食には蟹と寿司を食べました。',
    '三日目は山でスキーをしました。',
    'スキー場の雪は軽くて最高でした。',
    '旅行の写真は後で見せます。',
  ],
]

export const FRENCH: Talk = [
  [
    'Bonjour à tous, je commence par le pain.',
    'Nous pétrissons la pâte à trois heures du matin.',
    "La farine vient d'un moulin à vingt kilomètres d'ici.",
    'La pâte repose toute la nuit dans une chambre froide.',
    'Ensuite on façonne les baguettes à la main.',
    'Voilà.',
    'Le four à bois chauffe depuis la veille.',
    'Le pain cuit pendant quarante minutes.',
    'Les clients préfèrent le pain au levain.',
    'Le samedi nous vendons aussi des croissants et des brioches.',
  ],
  [
    "Passons maintenant à l'école du village.",
    'Le maire veut fermer une classe à la rentrée.',
    "Il n'y a plus que douze élèves dans la petite classe.",
    'Les parents ont écrit une lettre au ministère.',
    "L'institutrice partira à la retraite en juin.",
    'Euh, oui.',
    "Les enfants devraient prendre le bus pour aller à l'école de la ville.",
    'La cantine coûte déjà très cher à la commune.',
    "Une réunion des parents d'élèves aura lieu jeudi soir.",
    "Le maire a promis d'écouter tout le monde avant de décider.",
  ],
  [
    'Pour finir, un mot sur la course de voile.',
    'Le départ sera donné dimanche à midi.',
    'Quarante bateaux sont inscrits cette année.',
    'Le vent doit souffler du nord toute la semaine.',
    'Notre voilier a un nouveau mât et une grande voile neuve.',
    "Le skipper a déjà traversé l'Atlantique trois fois.",
    "D'accord.",
    'Les vagues peuvent atteindre six mètres au large.',
    "L'équipage dort par tranches de deux heures.",
    'Les premiers bateaux arriveront au port dans dix jours.',
  ],
]

/** In a script that the embedding model cannot read. */
export const THAI: Talk = [
  [
    'แมวของฉันอายุสามปี',
    'ทุกเช้าแมวมาปลุกฉันบนเตียง',
    'แมวชอบกินปลามากที่สุด',
    'สัตวแพทย์บอกว่าแมวอ้วนเกินไป',
    'ฉันจึงลดอาหารแมวลง',
    'แมวเล่นของเล่นกับลูกแมวทุกวัน',
    'ลูกแมวนอนกับแม่แมวตอนกลางคืน',
    'อาหารแมวมีราคาแพงขึ้น',
  ],
  [
    'งบประมาณของบริษัทปีนี้เพิ่มขึ้น',
    'บริษัทขายสินค้าได้มากกว่าปีก่อน',
    'ค่าโฆษณาของบริษัทสูงเกินไป',
    'ผู้จัดการต้องการลดงบประมาณโฆษณา',
    'ธนาคารให้บริษัทกู้เงินเพิ่ม',
    'กำไรของบริษัทอยู่ในงบประมาณที่วางไว้',
    'งบประมาณโฆษณาจะประกาศเดือนหน้า',
    'บริษัทจะจ่ายเงินธนาคารคืนปีหน้า',
  ],
]

/** A talk of one thing that is as long as two stretches of the others. */
export const ONE_THING: readonly string[] = [
  'I will show you how I bake my bread.',
  'You need a kilo of flour, some water, salt and a sourdough starter.',
  'The starter has to be fed with flour the evening before.',
  'I mix everything in a big bowl, with my hands.',
  'The dough is sticky at first, that is normal.',
  'After half an hour I stretch it and fold it.',
  'You do that four times, and each time the dough gets smoother.',
  'Then it rests under a wet cloth.',
  'In a warm kitchen the dough doubles in three hours.',
  'I shape two loaves and put them into baskets.',
  'The baskets go into the fridge overnight.',
  'In the morning I heat the oven as high as it goes.',
  'A loaf goes onto a hot stone, with a bowl of water under it.',
  'The steam gives the bread its crust.',
  'It bakes for forty minutes.',
  'When you knock on the bottom of the loaf, it should sound hollow.',
  'Let the bread cool before you cut it.',
  'It stays fresh for five days in a linen bag.',
  'Old bread makes good dumplings, by the way.',
  'And the rest of the starter goes back into its jar, for the next dough.',
]

/** Where each stretch of a talk begins, in sentences; the first, at 0, left out. */
export function bordersOf(talk: Talk): number[] {
  let sentences = 0
  return talk.slice(0, -1).map((stretch) => (sentences += stretch.length))
}

/** A talk as it would be recognised: an utterance for each sentence, a third of a second for each word. */
export function transcriptionOf(
  sentences: readonly string[],
  language: LanguageCode = 'en',
  more: Partial<Utterance> = {},
): Transcription {
  let time = 0
  const utterances = sentences.map((text): Utterance => {
    const space = isWrittenWithoutSpaces(language) ? '' : ' '
    const words = wordPieces(`${space}${text}`, language).map((word) => {
      const start = time
      time = Math.round((time + 0.3) * 10) / 10
      return { word, start, end: time, confidence: 0.9 }
    })
    const [first] = words
    time += 0.5
    return {
      text,
      start: first?.start ?? time,
      end: words.at(-1)?.end ?? time,
      confidence: 0.9,
      channel: 0,
      language,
      words,
      ...more,
    }
  })
  return { full_transcript: sentences.join(' '), languages: [language], utterances }
}
