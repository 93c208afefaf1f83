// A made-to-measure roller blind: the price is looked up by drop and width in the table of the chosen price group.
import { blindPictures, fabricFile } from '../drawing/blind.js'
import { readData } from '../data.js'
import {
  everywhere,
  ref,
  text,
  type AnswerSheet,
  type Fields,
  type CalculationSheet,
  type ProductSheet,
  type Text,
} from '../sheet.js'

interface Matrix {
  readonly lookup: string
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string }[]
}

interface Fabrics {
  readonly priceGroupOfFabric: Readonly<Record<string, string>>
  readonly addons: Readonly<Record<string, readonly (readonly [string, string])[]>>
}

const groups = [
  { key: 'budget', name: 'Budget', title: text('Budget', 'Budget', 'חסכוני') },
  { key: 'group-1', name: 'Group 1', title: text('Group 1', 'Gruppe 1', 'קבוצה 1') },
  { key: 'group-2', name: 'Group 2', title: text('Group 2', 'Gruppe 2', 'קבוצה 2') },
  { key: 'group-3', name: 'Group 3', title: text('Group 3', 'Gruppe 3', 'קבוצה 3') },
]

function matrix(group: (typeof groups)[number]): CalculationSheet {
  const table = readData(`price-roller-blinds/matrix-${group.key}.json`) as Matrix
  return {
    key: `price-${group.key}`,
    name: `Price of ${group.name}, drop by width`,
    entity: 'calculation-matrix',
    body: { row_question_id: ref('drop'), column_question_id: ref('width'), lookup: table.lookup, cells: table.cells },
  }
}

function fabricAnswers(fabrics: Fabrics): AnswerSheet[] {
  return Object.entries(fabrics.priceGroupOfFabric).flatMap(([fabric, name]) => {
    const group = groups.find((candidate) => candidate.name === name)
    if (!group) return []
    return {
      key: fabric,
      fields: {
        title: everywhere(fabric),
        visualization_image: `demo-blind-${fabricFile(fabric)}.svg`,
        visualization_stacking: 2,
        picker_image: `demo-fabric-${fabricFile(fabric)}.svg`,
        rules: { question: ref('group'), operator: '==', value: ref(group.key) },
      },
    }
  })
}

/** The add-on's answers with the source's prices; titles and layers of the picture in the order of the source. */
function addon(fabrics: Fabrics, name: string, titles: readonly Text[], layers: readonly (string | null)[] = []): AnswerSheet[] {
  return fabrics.addons[name]!.map(([title, price], index) => ({
    key: `${name}-${index}`,
    fields: {
      title: titles[index] ?? everywhere(title),
      price,
      default: index === 0,
      ...(layers[index] && { visualization_image: `demo-blind-${layers[index]}.svg`, visualization_stacking: 5 }),
    },
  }))
}

const chain = (side: string): Fields => ({
  visualization_image: `demo-blind-${side}.svg`,
  visualization_stacking: 4,
})
const motorised = {
  all: [
    { question: ref('motor'), operator: '!=', value: '' },
    { question: ref('motor'), operator: '!=', value: ref('motor_type-0') },
  ],
}
const millimetres = {
  question_type: 'Textbox',
  required: true,
  validate: true,
  input_restriction: 'integer',
  unit: text('mm', 'mm', 'מ״מ'),
}

export function rollerBlind(): ProductSheet {
  const fabrics = readData('price-roller-blinds/fabrics.json') as Fabrics
  const none = text('None', 'Ohne', 'ללא')
  return {
    key: 'roller-blind',
    pictures: blindPictures,
    fields: {
      visualization_type: 'composite',
      visualization_image: 'demo-blind.svg',
      image: 'demo-blind-whole.svg',
      title: text('Roller blind', 'Rollo', 'וילון גלילה'),
      label: text('roller-blind', 'rollo', 'roller-blind'),
      sku: 'BLIND',
      description: text(
        'Made to measure, to the millimetre.',
        'Auf Maß gefertigt, millimetergenau.',
        'בהתאמה אישית, בדיוק של מילימטר.',
      ),
      tax_class_id: ref('tax-class'),
      baseweight: 0.8,
      dispatch_time: 10,
      guidance: 'mark',
    },
    pages: [
      {
        key: 'size',
        fields: { title: text('Size', 'Maße', 'מידות') },
        questions: [
          {
            key: 'width',
            fields: {
              ...millimetres,
              title: text('Width', 'Breite', 'רוחב'),
              set_min_value: 'static',
              minval: 300,
              set_max_value: 'static',
              maxval: 3010,
              description: text(
                'Outer width of the blind, brackets included.',
                'Gesamtbreite mit Trägern.',
                'הרוחב החיצוני של הווילון, כולל התושבות.',
              ),
            },
          },
          {
            key: 'drop',
            fields: {
              ...millimetres,
              title: text('Drop', 'Höhe', 'גובה'),
              set_min_value: 'static',
              minval: 300,
              set_max_value: 'static',
              maxval: 3000,
              calcmodel_weight: ref('weight'),
              description: text(
                'From the top of the bracket to the hem bar.',
                'Von der Oberkante des Trägers bis zur Abschlussleiste.',
                'מקצה התושבת העליון ועד מוט השוליים.',
              ),
            },
          },
          {
            key: 'mount',
            fields: { title: text('Mounting', 'Montage', 'התקנה'), question_type: 'Radiobuttons', required: true },
            answers: [
              {
                key: 'mount-inside',
                fields: {
                  title: text('Inside the recess', 'In der Laibung', 'בתוך השקע'),
                  visualization_image: 'demo-blind-inside.svg',
                  visualization_stacking: 3,
                  picker_image: 'demo-mount-inside.svg',
                },
              },
              {
                key: 'mount-outside',
                fields: {
                  title: text('In front of the recess', 'Vor der Laibung', 'לפני השקע'),
                  visualization_image: 'demo-blind-outside.svg',
                  visualization_stacking: 3,
                  picker_image: 'demo-mount-outside.svg',
                },
              },
            ],
          },
        ],
      },
      {
        key: 'fabric-page',
        fields: { title: text('Fabric', 'Stoff', 'בד') },
        questions: [
          {
            key: 'group',
            fields: { title: text('Price group', 'Preisgruppe', 'קבוצת מחיר'), question_type: 'Radiobuttons', required: true },
            answers: groups.map((group, index) => ({
              key: group.key,
              fields: {
                title: group.title,
                calcmodel: ref(`price-${group.key}`),
                picker_image: `demo-group-${index + 1}.svg`,
              },
            })),
          },
          {
            key: 'fabric',
            fields: {
              title: text('Fabric', 'Stoff', 'בד'),
              question_type: 'Dropdown',
              required: true,
              behavior_on_activation: 'select_any',
              behavior_on_inconsistency: 'replace_with_any',
              rules: { question: ref('group'), operator: '!=', value: '' },
            },
            answers: fabricAnswers(fabrics),
          },
        ],
      },
      {
        key: 'control',
        fields: { title: text('Control', 'Bedienung', 'הפעלה') },
        questions: [
          {
            key: 'motor',
            fields: { title: text('Motor', 'Motor', 'מנוע'), question_type: 'Radiobuttons', required: true },
            answers: addon(
              fabrics,
              'motor_type',
              [text('Chain, no motor', 'Kette, ohne Motor', 'שרשרת, ללא מנוע')],
              [null, 'mains', 'battery', 'battery-strong'],
            ),
          },
          {
            key: 'side',
            fields: {
              title: text('Chain side', 'Kettenseite', 'צד השרשרת'),
              question_type: 'Radiobuttons',
              required: true,
              behavior_on_activation: 'select_default',
              rules: { question: ref('motor'), operator: '==', value: ref('motor_type-0') },
            },
            answers: [
              { key: 'side-left', fields: { title: text('Left', 'Links', 'שמאל'), ...chain('left') } },
              { key: 'side-right', fields: { title: text('Right', 'Rechts', 'ימין'), default: true, ...chain('right') } },
            ],
          },
          {
            key: 'remote',
            fields: {
              title: text('Remote control', 'Fernbedienung', 'שלט רחוק'),
              question_type: 'Radiobuttons',
              required: true,
              behavior_on_activation: 'select_default',
              rules: motorised,
            },
            answers: addon(
              fabrics,
              'remote',
              [none, text('1 channel', '1 Kanal', 'ערוץ אחד'), text('15 channels', '15 Kanäle', '15 ערוצים')],
              [null, 'remote', 'remote-15'],
            ),
          },
          {
            key: 'charger',
            fields: {
              title: text('Charger', 'Ladegerät', 'מטען'),
              question_type: 'Radiobuttons',
              behavior_on_activation: 'select_default',
              rules: {
                any: [
                  { question: ref('motor'), operator: '==', value: ref('motor_type-2') },
                  { question: ref('motor'), operator: '==', value: ref('motor_type-3') },
                ],
              },
              description: text(
                'Battery motors need one charger in the house.',
                'Akkumotoren brauchen ein Ladegerät im Haus.',
                'מנועי סוללה צריכים מטען אחד בבית.',
              ),
            },
            answers: addon(fabrics, 'charger', [none, text('With charger', 'Mit Ladegerät', 'עם מטען')], [null, 'charger']),
          },
          {
            key: 'hub',
            fields: {
              title: text('Wi-Fi hub', 'WLAN-Zentrale', 'רכזת Wi-Fi'),
              question_type: 'Radiobuttons',
              behavior_on_activation: 'select_default',
              rules: motorised,
            },
            answers: addon(fabrics, 'wifi_hub', [none], [null, 'hub']),
          },
          {
            key: 'brackets',
            fields: { title: text('Brackets', 'Träger', 'תושבות'), question_type: 'Dropdown', required: true },
            answers: addon(
              fabrics,
              'bracket_options',
              [
                text('Single', 'Einfach', 'יחידה'),
                text('Slim combination, top front', 'Schlanke Kombination, vorne', 'שילוב דק, למעלה מלפנים'),
                text('Slim combination, top back', 'Schlanke Kombination, hinten', 'שילוב דק, למעלה מאחור'),
                text('Double', 'Doppelt', 'כפולה'),
              ],
              [null, 'slim', 'slim', 'double'],
            ),
          },
        ],
      },
    ],
    calculations: [
      ...groups.map(matrix),
      {
        key: 'weight',
        name: 'Weight of fabric and tube in kilograms',
        entity: 'calculation-formula',
        body: {
          terms: [
            { question: ref('width') },
            { operator: '*' },
            { question: ref('drop') },
            { operator: '*' },
            { number: 0.00000035 },
            { operator: '+' },
            { question: ref('width') },
            { operator: '*' },
            { number: 0.0009 },
          ],
        },
      },
    ],
    panes: [
      {
        heading: text('How to measure', 'So wird gemessen', 'איך מודדים'),
        content: text(
          'Measure the width at three heights and take the smallest figure.',
          'Messen Sie die Breite in drei Höhen und nehmen Sie das kleinste Maß.',
          'מדדו את הרוחב בשלושה גבהים ובחרו את המידה הקטנה ביותר.',
        ),
      },
    ],
    examples: [
      {
        title: text('Living room, 1,450 by 1,800', 'Wohnzimmer, 1.450 mal 1.800', 'סלון, 1,450 על 1,800'),
        selections: [
          { question_id: ref('width'), value: '1450' },
          { question_id: ref('drop'), value: '1800' },
          { question_id: ref('group'), value: ref('group-1') },
        ],
      },
    ],
  }
}
