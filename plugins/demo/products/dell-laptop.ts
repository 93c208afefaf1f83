// A laptop line of 2009 with its 105 exclusions, from a public feature model; the prices are the demo's.
import { laptopPictures } from '../drawing/others.js'
import { readData } from '../data.js'
import { sheetOfModel, type ProductModel } from '../model.js'
import { ref, text, type ProductSheet, type Text } from '../sheet.js'

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

const title = (given: string): Text => text(english[given] ?? given, german[given] ?? given)

export function dellLaptop(): ProductSheet {
  const model = readData('dell-laptop/product.json') as ProductModel
  const sheet = sheetOfModel(
    { ...model, answers: model.answers.map((answer) => ({ ...answer, price: String(prices[answer.id] ?? 0) })) },
    title,
  )
  const fields = {
    title: text('Dell laptop', 'Dell Laptop'),
    label: text('dell-laptop', 'dell-laptop'),
    sku: 'DELL',
    description: text('Eight decisions, 2,319 laptops that exist.', 'Acht Entscheidungen, 2.319 lieferbare Laptops.'),
    tax_class_id: ref('tax-class'),
    baseweight: 1.4,
    guidance: 'mark',
    image: 'demo-laptop.svg',
  }
  // What does not fit the other choices stays in sight and says so, rather than vanish.
  const pages = sheet.pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({
      ...question,
      // So many of them cost so much more: the figure of one stands in what everything else adds up to.
      ...(question.key === 'q_qty' && {
        fields: { ...question.fields, default_value: '1', prefill_on_init: true, calcmodel: ref('others') },
      }),
      answers: question.answers?.map((answer) => ({
        ...answer,
        fields: { ...answer.fields, display_while_disabled: 'grey_out' },
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
