// What the script in the vendor's place understands of plain words, in the languages of the demo shop.
import { expect } from 'chai'
import type { Json } from '../../../core/advisor/vendor/protocol.js'
import { isAboutPrice, isAboutReason, isForPerson, isThanks } from '../../../core/advisor/vendor/scripted/intents.js'
import { priceIn, spanOf } from '../../../core/advisor/vendor/scripted/measures.js'
import { answerTo } from '../../../core/advisor/vendor/scripted/script.js'
import type { Asked, Result } from '../../../core/advisor/vendor/scripted/understand.js'
import { productIn } from '../../../core/advisor/vendor/scripted/products.js'
import { heldIn, wishesIn } from '../../../core/advisor/vendor/scripted/wishes.js'

const answers = (from: number, ...titles: readonly string[]): readonly Json[] =>
  titles.map((title, i) => ({ id: from + i, title }))

const desk: Json = {
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

const tisch: Json = {
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

const heard = (text: string, product: Json): string => {
  const { wishes, cleared, maxPrice, aim } = wishesIn(text, product)
  return [
    ...wishes.map(({ question_id, values, min, max }) => `${question_id}=${values?.join('|') ?? `${min ?? ''}..${max ?? ''}`}`),
    ...cleared.map(({ question_id, value }) => `${question_id}→${value ?? ''}`),
    ...(maxPrice === null ? [] : [`<=${maxPrice}`]),
    ...(aim === null ? [] : [aim]),
  ].join(' ')
}

describe('the script of the demonstration', () => {
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
  for (const [said, product] of [
    [english, desk],
    [german, tisch],
  ] as const)
    for (const [text, expected] of Object.entries(said))
      it(`hears '${expected}' in '${text}'`, () => {
        expect(heard(text, product)).to.equal(expected)
      })

  it('reads a pair of measures, and centimetres of what is measured in millimetres', () => {
    const of = (title: string) => spanOf('a blind 80 x 120, please', { title, unit: 'mm', min: 300, max: 3_000 })
    expect([of('Width'), of('Drop'), of('Motor')]).to.deep.equal([{ min: 800, max: 800 }, { min: 1_200, max: 1_200 }, null])
    expect(spanOf('width 120 height 180', { title: 'Height', unit: '', min: null, max: null })).to.deep.equal({
      min: 180,
      max: 180,
    })
    expect(priceIn('80 x 120 cm for 99,50 euros').most).to.equal(99.5)
  })

  it('keeps what is held, and nothing that was masked', () => {
    const titled = (selected: string): Json => ({ ...desk, questions: [{ id: 7, title: 'Engraving', selected, answers: [] }] })
    expect(heldIn(desk).map(({ question_id, values }) => `${question_id}=${values!.join()}`)).to.deep.equal([
      '1=10',
      '2=160',
      '6=60',
    ])
    expect(heldIn(titled('[e-mail]'))).to.deep.equal([])
  })

  it('calls a person for whoever asks for one, and for nobody else', () => {
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
    expect(asking.filter((text) => !isForPerson(text))).to.deep.equal([])
    expect(wishing.filter(isForPerson)).to.deep.equal([])
  })

  it('knows thanks, and questions for a price or a reason', () => {
    expect(['Thanks!', 'thank you very much', 'Vielen Dank', 'תודה רבה'].filter((text) => !isThanks(text))).to.deep.equal([])
    expect(isThanks('thanks, but in oak')).to.equal(false)
    expect(['How much is it?', 'Was kostet das?'].every(isAboutPrice)).to.equal(true)
    expect(['Why not slate?', 'Warum geht das nicht?'].every(isAboutReason)).to.equal(true)
  })

  it('names a product by its words, and none where several are alike', () => {
    const products = [
      { id: 1, title: 'Stehtisch', description: 'Ein Tisch, der mitwächst.' },
      { id: 2, title: 'Rollo', description: 'Auf Maß gefertigt.' },
    ]
    const named = (text: string): unknown => productIn(text, products)?.['id'] ?? null
    expect([named('Ein Schreibtisch für zwei Personen'), named('zwei Rollos'), named('Was haben Sie?')]).to.deep.equal([
      1,
      2,
      null,
    ])
    expect(named('ein Rollo, keinen Tisch')).to.equal(2)
  })

  it('gives up a surface for a price, and no width: it is asked what else may go', () => {
    const look: Result = { name: 'look_at_product', value: { ...desk, configured: true } }
    const impossible: Result = { name: 'recommend', value: { impossible: true, suggestions: [] } }
    const after = (...results: readonly Result[]) =>
      answerTo({
        ...{ model: 'scripted', system: 'Answer in the language en\n{"product_id":1}', before: [], hasTools: true },
        ...{ text: 'A desk of oak, width 300 cm, under 400 euros', results },
      })
    const sent = (...results: readonly Result[]) => after(...results).calls[0]?.input?.['wishes'] as readonly Json[]
    expect(sent(look).slice(0, 2)).to.deep.equal([
      { question_id: 2, values: ['300'] },
      { question_id: 3, values: ['30'] },
    ])
    const [width, surface] = sent(look, impossible)
    expect(width, 'as near as the limits let it be').to.deep.equal({ question_id: 2, values: ['220'] })
    expect(surface).to.include.keys('weight')
    expect(after(look, impossible, impossible)).to.deep.include({ calls: [] })
    expect(after(look, impossible, impossible).text).to.match(/Which one can I leave out/)
  })

  it('always says something', () => {
    const asked = (text: string, ...results: readonly Result[]): Asked => ({
      ...{ model: 'scripted', system: 'Answer in the language en\n{"product_id":1}', before: [], hasTools: true, text, results },
    })
    const look: Result = { name: 'look_at_product', value: { ...desk, configured: true } }
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
      asked('oak', look, { name, value: {} }),
      asked('hello', look, { name, value: { error: 'No.' } }),
      asked('', { name, value: {} }),
    ])
    for (const { text, calls } of words.map(answerTo)) if (calls.length === 0) expect(text).to.match(/\p{L}{3}/u)
  })
})
