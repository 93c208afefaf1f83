// The scripted advisor of the demo shop: the wishes that it recognizes in English and German text.
import { expect } from 'chai'
import type { JsonMap } from '../../../plugins/advisor/vendor/define.js'
import { isAboutPrice, isAboutReason, isPersonRequest, isThanks } from '../../../plugins/advisor/vendor/scripted/words.js'
import { parsePriceLimit, findValueRange } from '../../../plugins/advisor/vendor/scripted/measures.js'
import { createNextAnswer } from '../../../plugins/advisor/vendor/scripted/script.js'
import type { ScriptRequest, ScriptToolResult } from '../../../plugins/advisor/vendor/scripted/script-protocols.js'
import {
  findMentionedProduct,
  listCurrentPreferences,
  parsePreferences,
} from '../../../plugins/advisor/vendor/scripted/stated-preferences.js'

const answers = (from: number, ...titles: readonly string[]): readonly JsonMap[] =>
  titles.map((title, i) => ({ id: from + i, title }))

const desk: JsonMap = {
  product_id: 1,
  title: 'Standing desk',
  questions: [
    { id: 1, title: 'Shape', type: 'Images', required: true, selected: 'Straight', answers: answers(10, 'Straight', 'Corner') },
    { id: 2, title: 'Width', type: 'Slider', unit: 'cm', min: 100, max: 220, selected: '160', answers: [] },
    {
      id: 3,
      title: 'Surface',
      type: 'Dropdown',
      required: true,
      answers: answers(30, 'Oak', 'Walnut', 'Bamboo', 'Slate (sold out)'),
    },
    {
      id: 4,
      title: 'Drive',
      type: 'Radiobuttons',
      required: true,
      answers: answers(40, 'Hand crank', 'One motor', 'Two motors, quiet'),
    },
    { id: 5, title: 'Memory panel', type: 'Checkbox', answers: answers(50, 'Four heights at the push of a button') },
    { id: 6, title: 'Extras', type: 'Multiselect', selected: 'Cable tray', answers: answers(60, 'Cable tray', 'Headphone hook') },
    { id: 7, title: 'Engraving', type: 'Textbox', answers: [] },
    { id: 8, title: 'Storage', type: 'Dropdown', answers: answers(80, '1GB', '2GB', '4GB') },
    { id: 9, title: 'Gift wrapping', type: 'Radiobuttons', answers: answers(90, 'Yes', 'No') },
  ],
}

const tisch: JsonMap = {
  product_id: 1,
  title: 'Stehtisch',
  questions: [
    { id: 2, title: 'Breite', type: 'Slider', unit: 'mm', min: 1_000, max: 2_200, answers: [] },
    { id: 3, title: 'Oberfläche', type: 'Dropdown', required: true, answers: answers(30, 'Eiche', 'Nussbaum', 'Bambus') },
    {
      id: 4,
      title: 'Antrieb',
      type: 'Radiobuttons',
      required: true,
      answers: answers(40, 'Handkurbel', 'Ein Motor', 'Zwei Motoren, leise'),
    },
  ],
}

const heard = (text: string, product: JsonMap): string => {
  const { wishes, cleared, maxPrice, aim } = parsePreferences(text, product)
  return [
    ...wishes.map(({ question_id, values, min, max }) => `${question_id}=${values?.join('|') ?? `${min ?? ''}..${max ?? ''}`}`),
    ...cleared.map(({ question_id, value }) => `${question_id}→${value ?? ''}`),
    ...(maxPrice === null ? [] : [`<=${maxPrice}`]),
    ...(aim === null ? [] : [aim]),
  ].join(' ')
}

describe('the scripted advisor', () => {
  const english: Readonly<Record<string, string>> = {
    'A quiet desk for a tall person under 600 euros': '4=42 <=600',
    'corner desk, 1.4 m wide, in walnut': '1=11 2=140 3=31',
    'I don’t want bamboo': '3=30|31|33',
    'something with a motor': '4=41|42',
    'without a motor please, up to 1,200 €': '4=40 <=1200',
    'oak with the memory panel and a headphone hook': '3=30 5=50 6=61',
    'no cable tray': '6→',
    'at least 180 cm in width': '2=180..',
    'at least 2 GB storage': '8=81|82',
    'the storage with 4 GB, and gift wrapping': '8=82 9=90',
    'no gift wrapping': '9=91',
    'with the engraving “Anna & Bob”': '7=Anna & Bob',
    'the cheapest one, $500 max': '<=500 cheapest',
    'not too expensive': 'cheapest',
    'as light as possible': 'lightest',
    'it must cost more than 500 euros': '',
    'a desk for two persons, thanks': '',
  }
  const german: Readonly<Record<string, string>> = {
    'Einen leisen Schreibtisch für eine große Person unter 600 Euro': '4=42 <=600',
    'Nussbaum ohne Motor': '3=31 4=40',
    'in Eichenholz, mindestens 180 cm breit, bis 1.500 €': '2=1800.. 3=30 <=1500',
    '1,60 m breit, möglichst günstig': '2=1600 cheapest',
    'lieber keine Eiche': '3=31|32',
    'nicht mehr als 900 Euro': '<=900',
  }
  for (const [messages, product] of [
    [english, desk],
    [german, tisch],
  ] as const)
    for (const [text, expected] of Object.entries(messages))
      it(`parses '${text}' as '${expected}'`, () => {
        expect(heard(text, product)).to.equal(expected)
      })

  it('reads a pair of measures, and converts centimetres for a question in millimetres', () => {
    const of = (title: string) => findValueRange('a blind 80 x 120, please', { title, unit: 'mm', min: 300, max: 3_000 })
    expect([of('Width'), of('Drop'), of('Motor')]).to.deep.equal([{ min: 800, max: 800 }, { min: 1_200, max: 1_200 }, null])
    expect(findValueRange('width 120 height 180', { title: 'Height', unit: '', min: null, max: null })).to.deep.equal({
      min: 180,
      max: 180,
    })
    expect(parsePriceLimit('80 x 120 cm for 99,50 euros').upperLimit).to.equal(99.5)
  })

  it('scripted vendor: reads sizes in the notation of the language, and an ambiguous one as the reading within the limits', () => {
    const width = (text: string, language: string, max = 3_000) =>
      findValueRange(text, { title: 'Width', unit: 'mm', min: 300, max }, language)
    const exactly = (value: number) => ({ min: value, max: value })
    expect(width('width 1.250 mm', 'de')).to.deep.equal(exactly(1_250))
    expect(width('width 1,250 mm', 'en')).to.deep.equal(exactly(1_250))
    expect(width('width 1.250 m', 'de')).to.deep.equal(exactly(1_250))
    expect(width('width 1.250 m', 'en')).to.deep.equal(exactly(1_250))
    expect(width('width 1.250,5 mm', 'en')).to.deep.equal(exactly(1_250.5))
    expect(width('width 12,5 m', 'en', 20_000)).to.deep.equal(exactly(12_500))
    expect(parsePriceLimit('under 1.200 €').upperLimit).to.equal(1_200)
    expect(parsePriceLimit('under 1,200 €').upperLimit).to.equal(1_200)
  })

  it('keeps existing selections, but no masked text', () => {
    const titled = (selected: string): JsonMap => ({ ...desk, questions: [{ id: 7, title: 'Engraving', selected, answers: [] }] })
    expect(listCurrentPreferences(desk).map(({ question_id, values }) => `${question_id}=${values!.join()}`)).to.deep.equal([
      '1=10',
      '2=160',
      '6=60',
    ])
    expect(listCurrentPreferences(titled('[e-mail]'))).to.deep.equal([])
  })

  it('hands over to a person only on request', () => {
    const asking = [
      ...[
        'A person, please',
        'Can I talk to a human?',
        'I would like to speak with someone from your staff',
        'please call me back',
      ],
      ...['Ein Mensch bitte', 'Ich möchte mit einem Mitarbeiter sprechen', 'Verbinden Sie mich mit einem Berater', 'נציג בבקשה'],
    ]
    const wishing = [
      ...[
        'A quiet desk for a tall person under 600 euros',
        'a chair for one person',
        'something for human hands',
        'a sofa for 3 persons',
      ],
      ...['Ein Tisch für eine große Person', 'ein Stuhl, auf dem ein Mensch gut sitzt', 'my sales agent needs a desk'],
    ]
    expect(asking.filter((text) => !isPersonRequest(text))).to.deep.equal([])
    expect(wishing.filter(isPersonRequest)).to.deep.equal([])
  })

  it('recognizes thanks, and questions about a price or a reason', () => {
    expect(['Thanks!', 'thank you very much', 'Vielen Dank', 'תודה רבה'].filter((text) => !isThanks(text))).to.deep.equal([])
    expect(isThanks('thanks, but in oak')).to.equal(false)
    expect(['How much is it?', 'Was kostet das?'].every(isAboutPrice)).to.equal(true)
    expect(['Why not slate?', 'Warum geht das nicht?'].every(isAboutReason)).to.equal(true)
  })

  it('finds the product that a text names, and none if the text names no product', () => {
    const products = [
      { id: 1, title: 'Stehtisch', description: 'Ein Tisch, der mitwächst.' },
      { id: 2, title: 'Rollo', description: 'Auf Maß gefertigt.' },
    ]
    const findProduct = (text: string): unknown => findMentionedProduct(text, products)?.['id'] ?? null
    expect([
      findProduct('Ein Schreibtisch für zwei Personen'),
      findProduct('zwei Rollos'),
      findProduct('Was haben Sie?'),
    ]).to.deep.equal([1, 2, null])
    expect(findProduct('ein Rollo, keinen Tisch')).to.equal(2)
  })

  it('offers another surface to meet a price, keeps the width, and then asks which wish to drop', () => {
    const look: ScriptToolResult = { name: 'look_at_product', value: { ...desk, configured: true } }
    const impossible: ScriptToolResult = { name: 'recommend', value: { impossible: true, suggestions: [] } }
    const after = (...results: readonly ScriptToolResult[]) =>
      createNextAnswer({
        ...{ model: 'scripted', system: 'Answer in the language en\n{"product_id":1}', before: [], hasTools: true },
        ...{ text: 'A desk of oak, width 300 cm, under 400 euros', results },
      })
    const readWishes = (...results: readonly ScriptToolResult[]) =>
      after(...results).calls[0]?.input?.['wishes'] as readonly JsonMap[]
    expect(readWishes(look).slice(0, 2)).to.deep.equal([
      { question_id: 2, values: ['300'] },
      { question_id: 3, values: ['30'] },
    ])
    const [width, surface] = readWishes(look, impossible)
    expect(width, 'the nearest value within the limits').to.deep.equal({ question_id: 2, values: ['220'] })
    expect(surface).to.include.keys('weight')
    expect(after(look, impossible, impossible)).to.deep.include({ calls: [] })
    expect(after(look, impossible, impossible).text).to.match(/Which one can I leave out/)
  })

  it('always replies with text or with a tool call', () => {
    const createRequest = (text: string, ...results: readonly ScriptToolResult[]): ScriptRequest => ({
      ...{ model: 'scripted', system: 'Answer in the language en\n{"product_id":1}', before: [], hasTools: true, text, results },
    })
    const look: ScriptToolResult = { name: 'look_at_product', value: { ...desk, configured: true } }
    const words = [
      'select',
      'recommend',
      'price',
      'explain',
      'hand_over',
      'conflicts',
      'start',
      'list_products',
      'nonsense',
    ].flatMap((name) => [
      createRequest('oak', look, { name, value: {} }),
      createRequest('hello', look, { name, value: { error: 'No.' } }),
      createRequest('', { name, value: {} }),
    ])
    for (const { text, calls } of words.map(createNextAnswer)) if (calls.length === 0) expect(text).to.match(/\p{L}{3}/u)
  })
})
