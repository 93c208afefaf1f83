// A made-to-measure roller blind: the price is looked up by drop and width in the table of the chosen price group.
import { blindPictures } from '../drawing/others.js'
import { readData } from '../data.js'
import { ref, text, type AnswerSheet, type CalculationSheet, type ProductSheet } from '../sheet.js'

interface Matrix {
  readonly lookup: string
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string }[]
}

interface Fabrics {
  readonly priceGroupOfFabric: Readonly<Record<string, string>>
  readonly addons: Readonly<Record<string, readonly (readonly [string, string])[]>>
}

const groups = [
  { key: 'budget', name: 'Budget', title: text('Budget', 'Budget') },
  { key: 'group-1', name: 'Group 1', title: text('Group 1', 'Gruppe 1') },
  { key: 'group-2', name: 'Group 2', title: text('Group 2', 'Gruppe 2') },
  { key: 'group-3', name: 'Group 3', title: text('Group 3', 'Gruppe 3') },
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
      fields: { title: text(fabric, fabric), rules: { question: ref('group'), operator: '==', value: ref(group.key) } },
    }
  })
}

/** The add-on's answers with the source's prices; titles in the order of the source. */
function addon(fabrics: Fabrics, name: string, titles: readonly ReturnType<typeof text>[]): AnswerSheet[] {
  return fabrics.addons[name]!.map(([title, price], index) => ({
    key: `${name}-${index}`,
    fields: { title: titles[index] ?? text(title, title), price, default: index === 0 },
  }))
}

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
  unit: text('mm', 'mm'),
}

export function rollerBlind(): ProductSheet {
  const fabrics = readData('price-roller-blinds/fabrics.json') as Fabrics
  const none = text('None', 'Ohne')
  return {
    key: 'roller-blind',
    pictures: blindPictures,
    fields: {
      image: 'demo-blind.svg',
      title: text('Roller blind', 'Rollo'),
      label: text('roller-blind', 'rollo'),
      sku: 'BLIND',
      description: text('Made to measure, to the millimetre.', 'Auf Maß gefertigt, millimetergenau.'),
      tax_class_id: ref('tax-class'),
      baseweight: 0.8,
      dispatch_time: 10,
      guidance: 'mark',
    },
    pages: [
      {
        key: 'size',
        fields: { title: text('Size', 'Maße') },
        questions: [
          {
            key: 'width',
            fields: {
              ...millimetres,
              title: text('Width', 'Breite'),
              set_min_value: 'static',
              minval: 300,
              set_max_value: 'static',
              maxval: 3010,
              description: text('Outer width of the blind, brackets included.', 'Gesamtbreite mit Trägern.'),
            },
          },
          {
            key: 'drop',
            fields: {
              ...millimetres,
              title: text('Drop', 'Höhe'),
              set_min_value: 'static',
              minval: 300,
              set_max_value: 'static',
              maxval: 3000,
              calcmodel_weight: ref('weight'),
              description: text(
                'From the top of the bracket to the hem bar.',
                'Von der Oberkante des Trägers bis zur Abschlussleiste.',
              ),
            },
          },
          {
            key: 'mount',
            fields: { title: text('Mounting', 'Montage'), question_type: 'Radiobuttons', required: true },
            answers: [
              { key: 'mount-inside', fields: { title: text('Inside the recess', 'In der Laibung') } },
              { key: 'mount-outside', fields: { title: text('In front of the recess', 'Vor der Laibung') } },
            ],
          },
        ],
      },
      {
        key: 'fabric-page',
        fields: { title: text('Fabric', 'Stoff') },
        questions: [
          {
            key: 'group',
            fields: { title: text('Price group', 'Preisgruppe'), question_type: 'Radiobuttons', required: true },
            answers: groups.map((group) => ({
              key: group.key,
              fields: { title: group.title, calcmodel: ref(`price-${group.key}`) },
            })),
          },
          {
            key: 'fabric',
            fields: {
              title: text('Fabric', 'Stoff'),
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
        fields: { title: text('Control', 'Bedienung') },
        questions: [
          {
            key: 'motor',
            fields: { title: text('Motor', 'Motor'), question_type: 'Radiobuttons', required: true },
            answers: addon(fabrics, 'motor_type', [text('Chain, no motor', 'Kette, ohne Motor')]),
          },
          {
            key: 'side',
            fields: {
              title: text('Chain side', 'Kettenseite'),
              question_type: 'Radiobuttons',
              required: true,
              behavior_on_activation: 'select_default',
              rules: { question: ref('motor'), operator: '==', value: ref('motor_type-0') },
            },
            answers: [
              { key: 'side-left', fields: { title: text('Left', 'Links') } },
              { key: 'side-right', fields: { title: text('Right', 'Rechts'), default: true } },
            ],
          },
          {
            key: 'remote',
            fields: {
              title: text('Remote control', 'Fernbedienung'),
              question_type: 'Radiobuttons',
              required: true,
              behavior_on_activation: 'select_default',
              rules: motorised,
            },
            answers: addon(fabrics, 'remote', [none, text('1 channel', '1 Kanal'), text('15 channels', '15 Kanäle')]),
          },
          {
            key: 'charger',
            fields: {
              title: text('Charger', 'Ladegerät'),
              question_type: 'Radiobuttons',
              behavior_on_activation: 'select_default',
              rules: {
                any: [
                  { question: ref('motor'), operator: '==', value: ref('motor_type-2') },
                  { question: ref('motor'), operator: '==', value: ref('motor_type-3') },
                ],
              },
              description: text('Battery motors need one charger in the house.', 'Akkumotoren brauchen ein Ladegerät im Haus.'),
            },
            answers: addon(fabrics, 'charger', [none, text('With charger', 'Mit Ladegerät')]),
          },
          {
            key: 'hub',
            fields: {
              title: text('Wi-Fi hub', 'WLAN-Zentrale'),
              question_type: 'Radiobuttons',
              behavior_on_activation: 'select_default',
              rules: motorised,
            },
            answers: addon(fabrics, 'wifi_hub', [none]),
          },
          {
            key: 'brackets',
            fields: { title: text('Brackets', 'Träger'), question_type: 'Dropdown', required: true },
            answers: addon(fabrics, 'bracket_options', [
              text('Single', 'Einfach'),
              text('Slim combination, top front', 'Schlanke Kombination, vorne'),
              text('Slim combination, top back', 'Schlanke Kombination, hinten'),
              text('Double', 'Doppelt'),
            ]),
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
        heading: text('How to measure', 'So wird gemessen'),
        content: text(
          'Measure the width at three heights and take the smallest figure.',
          'Messen Sie die Breite in drei Höhen und nehmen Sie das kleinste Maß.',
        ),
      },
    ],
    examples: [
      {
        title: text('Living room, 1,450 by 1,800', 'Wohnzimmer, 1.450 mal 1.800'),
        selections: [
          { question_id: ref('width'), value: '1450' },
          { question_id: ref('drop'), value: '1800' },
          { question_id: ref('group'), value: ref('group-1') },
        ],
      },
    ],
  }
}
