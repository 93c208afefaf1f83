// A laptop line of 2009 with its 105 exclusions, from a public feature model; the prices are the demo's.
import { laptopPictures } from '../drawing/laptop.js'
import { readData } from '../data.js'
import { sheetOfModel, type ProductModel } from '../model.js'
import { ref, text, type Fields, type ProductSheet, type Text } from '../sheet.js'

const german: Readonly<Record<string, string>> = {
  'Product Category': 'Produktreihe',
  'Operating System': 'Betriebssystem',
  'Hard Drive': 'Festplatte',
  'Optical Drive': 'Optisches Laufwerk',
  'Laptop Weight': 'Gewichtsklasse',
  Memory: 'Arbeitsspeicher',
  Processor: 'Prozessor',
  Price: 'Preisklasse',
  'Order details': 'Bestellung',
  Quantity: 'Anzahl',
  'Bulk packaging': 'Sammelverpackung',
  'Gift wrapping': 'Geschenkverpackung',
  'Express delivery': 'Expresslieferung',
  'Free sample': 'Gratismuster',
  None: 'Ohne',
  Yes: 'Ja',
  No: 'Nein',
  'More than 4GB': 'Mehr als 4 GB',
  'Ultra Light': 'Ultraleicht',
  Light: 'Leicht',
  'Desktop Replacement': 'Ersatz für den Schreibtischrechner',
  'Less than $400': 'Unter 400',
  '$400 - $800': '400 bis 800',
  '$800 - $1200': '800 bis 1.200',
  'More than $1200': 'Über 1.200',
  '128GB Solid State': '128 GB SSD',
}

const hebrew: Readonly<Record<string, string>> = {
  'Product Category': 'סדרה',
  'Operating System': 'מערכת הפעלה',
  'Hard Drive': 'כונן קשיח',
  'Optical Drive': 'כונן אופטי',
  'Laptop Weight': 'משקל',
  Memory: 'זיכרון',
  Processor: 'מעבד',
  Price: 'טווח מחירים',
  'Order details': 'פרטי ההזמנה',
  Quantity: 'כמות',
  'Bulk packaging': 'אריזה מרוכזת',
  'Gift wrapping': 'עטיפת מתנה',
  'Express delivery': 'משלוח מהיר',
  'Free sample': 'דוגמית חינם',
  None: 'ללא',
  Yes: 'כן',
  No: 'לא',
  '128GB Solid State': 'כונן SSD של 128GB',
  'More than 4GB': 'יותר מ־4GB',
  'Ultra Light': 'קל במיוחד',
  Light: 'קל',
  'Desktop Replacement': 'תחליף למחשב שולחני',
  'Less than $400': 'פחות מ־400',
  '$400 - $800': '400 עד 800',
  '$800 - $1200': '800 עד 1,200',
  'More than $1200': 'יותר מ־1,200',
}

const english: Readonly<Record<string, string>> = {
  'Less than $400': 'Less than 400',
  '$400 - $800': '400 to 800',
  '$800 - $1200': '800 to 1,200',
  'More than $1200': 'More than 1,200',
}

/** Net prices of the answers in euro, by the model's answer ids. */
const prices: Readonly<Record<string, number>> = {
  a1: 229,
  a2: 379,
  a3: 499,
  a4: 749,
  a5: 999,
  a6: 849,
  a7: 89,
  a8: 49,
  a9: 0,
  a10: 99,
  a11: 109,
  a12: 95,
  a13: 75,
  a14: 65,
  a15: 49,
  a16: 189,
  a17: 45,
  a18: 35,
  a19: 0,
  a20: 39,
  a21: 49,
  a22: 45,
  a23: 129,
  a27: 149,
  a28: 99,
  a29: 69,
  a30: 45,
  a31: 25,
  a32: 159,
  a33: 99,
  a34: 49,
  a35: 39,
  a_bulk_y: 12.5,
  a_gift_y: 4.9,
  a_express_y: 19.9,
}

/** Layers of the picture by the model's answer ids: the body below, what it shows, its parts, and the packing above all. */
const layers: Readonly<Record<string, string>> = {
  a1: 'body-mini',
  a2: 'body-inspiron',
  a3: 'body-studio',
  a4: 'body-xps',
  a5: 'body-adamo',
  a6: 'body-studio-xps',
  a7: 'screen-vista',
  a8: 'screen-xp',
  a9: 'screen-ubuntu',
  a10: 'screen-seven',
  a11: 'screen-eight',
  a12: 'drive-500',
  a13: 'drive-320',
  a14: 'drive-250',
  a15: 'drive-160',
  a16: 'drive-flash',
  a17: 'drive-120',
  a18: 'drive-80',
  a20: 'disc-cd',
  a21: 'disc-dvd',
  a22: 'disc-combo',
  a23: 'disc-blu',
  a24: 'weight-ultra',
  a25: 'weight-light',
  a26: 'weight-heavy',
  a27: 'memory-more',
  a28: 'memory-4',
  a29: 'memory-3',
  a30: 'memory-2',
  a31: 'memory-1',
  a32: 'processor-duo',
  a33: 'processor-pentium',
  a34: 'processor-celeron',
  a35: 'processor-atom',
  a_bulk_y: 'bulk',
  a_gift_y: 'gift',
  a_express_y: 'express',
  a_sample_y: 'sample',
}

/** Packing lies on the body, and the body below what its screen shows. */
const stackings: Readonly<Record<string, number>> = { body: 2, screen: 3, gift: 5 }

function drawn(key: string): Fields {
  const layer = layers[key]
  if (layer === undefined) return {}
  const group = layer.split('-')[0]!
  return {
    visualization_image: `demo-laptop-${layer}.svg`,
    visualization_stacking: stackings[group] ?? 4,
    ...(group === 'body' && { picker_image: `demo-laptop-${layer.replace('body', 'tile')}.svg` }),
  }
}

const title = (given: string): Text => text(english[given] ?? given, german[given] ?? given, hebrew[given] ?? given)

export function dellLaptop(): ProductSheet {
  const model = readData('dell-laptop/product.json') as ProductModel
  const sheet = sheetOfModel(
    { ...model, answers: model.answers.map((answer) => ({ ...answer, price: String(prices[answer.id] ?? 0) })) },
    title,
  )
  const fields = {
    title: text('Dell laptop', 'Dell Laptop', 'מחשב נייד Dell'),
    label: text('dell-laptop', 'dell-laptop', 'dell-laptop'),
    sku: 'DELL',
    description: text(
      'Eight decisions, 2,319 laptops that exist.',
      'Acht Entscheidungen, 2.319 lieferbare Laptops.',
      'שמונה החלטות, 2,319 מחשבים שקיימים באמת.',
    ),
    tax_class_id: ref('tax-class'),
    baseweight: 1.4,
    guidance: 'mark',
    visualization_type: 'composite',
    visualization_image: 'demo-laptop.svg',
    image: 'demo-laptop-whole.svg',
  }
  // What does not fit the other choices stays in sight and says so, rather than vanish.
  const pages = sheet.pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({
      ...question,
      ...(question.key === 'q1' && { fields: { ...question.fields, question_type: 'Images' } }),
      // So many of them cost so much more: the figure of one stands in what everything else adds up to.
      ...(question.key === 'q_qty' && {
        fields: { ...question.fields, default_value: '1', prefill_on_init: true, calcmodel: ref('others') },
      }),
      answers: question.answers?.map((answer) => ({
        ...answer,
        fields: { ...answer.fields, ...drawn(answer.key), display_while_disabled: 'grey_out' },
      })),
    })),
  }))
  const others = {
    key: 'others',
    name: 'All of them but the first',
    entity: 'calculation-code',
    body: { code: ' A * Total - Total ', question_id_a: ref('q_qty') },
  }
  const calculations = [...(sheet.calculations ?? []), others]
  return { ...sheet, pages, calculations, pictures: laptopPictures, key: 'dell-laptop', fields: { ...sheet.fields, ...fields } }
}
