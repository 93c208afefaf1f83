// A height-adjustable desk of our own: every stock question type, every kind of calculation, and rules that look back and ahead.
import { deskPictures } from '../drawing/desk.js'
import { ref, text, type AnswerSheet, type ProductSheet } from '../sheet.js'

const answer = (key: string, en: string, de: string, fields: Readonly<Record<string, unknown>> = {}): AnswerSheet => ({
  key,
  fields: { title: text(en, de), ...fields },
})
const is = (question: string, value: string): Record<string, unknown> => ({
  question: ref(question),
  operator: '==',
  value: ref(value),
})

export function standingDesk(): ProductSheet {
  return {
    key: 'standing-desk',
    pictures: deskPictures,
    fields: {
      visualization_type: 'composite',
      visualization_image: 'demo-desk.svg',
      image: 'demo-desk.svg',
      title: text('Standing desk', 'Stehtisch'),
      label: text('standing-desk', 'stehtisch'),
      sku: 'DESK',
      description: text('A desk that rises with you, built to order.', 'Ein Tisch, der mitwächst, auf Bestellung gebaut.'),
      tax_class_id: ref('tax-class'),
      baseprice: 349,
      was_price: 399,
      baseweight: 24,
      dispatch_time: 15,
      use_recurring_pricing: true,
      tax_class_recurring_id: ref('tax-class'),
      recurring_interval: text('a month', 'im Monat'),
      pricelabel_recurring: text('Care plan', 'Pflegeplan'),
    },
    pages: [
      {
        key: 'desk-top',
        fields: { title: text('Desk top', 'Tischplatte') },
        questions: [
          {
            key: 'shape',
            fields: { title: text('Shape', 'Form'), question_type: 'Images', required: true },
            answers: [
              answer('straight', 'Straight', 'Gerade', { default: true, picker_image: 'demo-shape-straight.svg' }),
              answer('corner', 'Corner', 'Über Eck', {
                visualization_image: 'demo-desk-corner.svg',
                visualization_stacking: 3,
                picker_image: 'demo-shape-corner.svg',
                price: 120,
                weight: 9,
              }),
              answer('round', 'Rounded', 'Abgerundet', {
                visualization_image: 'demo-desk-round.svg',
                visualization_stacking: 3,
                picker_image: 'demo-shape-round.svg',
                price: 45,
              }),
            ],
          },
          {
            key: 'desk-width',
            fields: {
              title: text('Width', 'Breite'),
              question_type: 'Slider',
              required: true,
              unit: text('cm', 'cm'),
              set_min_value: 'calculated',
              calcmodel_id_min_val: ref('least-width'),
              set_max_value: 'static',
              maxval: 220,
              slider_steps: 5,
              default_value: '160',
              prefill_on_init: true,
              calcmodel: ref('top-price'),
              calcmodel_weight: ref('top-weight'),
            },
          },
          {
            key: 'wood',
            fields: {
              title: text('Surface', 'Oberfläche'),
              question_type: 'Dropdown',
              required: true,
              behavior_on_changes: 'silent',
            },
            answers: [
              answer('oak', 'Oak', 'Eiche', {
                visualization_image: 'demo-desk-oak.svg',
                visualization_stacking: 2,
                price: 95,
                weight: 4,
              }),
              answer('walnut', 'Walnut', 'Nussbaum', {
                visualization_image: 'demo-desk-walnut.svg',
                visualization_stacking: 2,
                price: 160,
                weight: 3.5,
              }),
              answer('bamboo', 'Bamboo', 'Bambus', {
                visualization_image: 'demo-desk-bamboo.svg',
                visualization_stacking: 2,
                price: 60,
                weight: 3,
              }),
              answer('linoleum', 'Linoleum in your colour', 'Linoleum in Ihrer Farbe', {
                visualization_image: 'demo-desk-linoleum.svg',
                visualization_stacking: 2,
                price: 110,
                weight: 5,
              }),
              answer('slate', 'Slate (sold out)', 'Schiefer (ausverkauft)', {
                price: 210,
                weight: 14,
                available: false,
                disable_non_available: true,
              }),
            ],
          },
          {
            key: 'colour',
            fields: {
              title: text('Colour of the linoleum', 'Farbe des Linoleums'),
              question_type: 'Colorpicker',
              required: true,
              rules: is('wood', 'linoleum'),
            },
          },
          {
            key: 'edge',
            fields: {
              title: text('Edge', 'Kante'),
              question_type: 'Choices',
              choices: 'Straight\nBevelled\nSoft round',
              rules: { any: [is('wood', 'oak'), is('wood', 'walnut')] },
            },
          },
        ],
      },
      {
        key: 'frame',
        fields: { title: text('Frame', 'Gestell') },
        questions: [
          {
            key: 'drive',
            fields: {
              title: text('Drive', 'Antrieb'),
              question_type: 'Radiobuttons',
              required: true,
              behavior_on_changes: 'confirm',
            },
            answers: [
              answer('crank', 'Hand crank', 'Handkurbel', {
                visualization_image: 'demo-desk-crank.svg',
                visualization_stacking: 4,
                default: true,
                rules: { question: ref('desk-width'), operator: '<=', value: 180 },
              }),
              answer('single', 'One motor', 'Ein Motor', {
                visualization_image: 'demo-desk-single.svg',
                visualization_stacking: 4,
                price: 140,
                weight: 3,
              }),
              answer('dual', 'Two motors, quiet', 'Zwei Motoren, leise', {
                visualization_image: 'demo-desk-dual.svg',
                visualization_stacking: 4,
                price: 230,
                weight: 5,
              }),
            ],
          },
          {
            key: 'memory',
            fields: {
              title: text('Memory panel', 'Bedienfeld mit Speicher'),
              question_type: 'Checkbox',
              rules: {
                all: [
                  { question: ref('drive'), operator: '!=', value: ref('crank') },
                  { question: ref('drive'), operator: '!=', value: '' },
                ],
              },
            },
            answers: [
              answer('memory-yes', 'Four heights at the push of a button', 'Vier Höhen auf Knopfdruck', {
                visualization_image: 'demo-desk-memory.svg',
                visualization_stacking: 5,
                price: 35,
              }),
            ],
          },
          {
            key: 'extras',
            fields: { title: text('Extras', 'Zubehör'), question_type: 'Multiselect' },
            answers: [
              answer('tray', 'Cable tray', 'Kabelwanne', {
                visualization_image: 'demo-desk-tray.svg',
                visualization_stacking: 1,
                price: 29,
                weight: 1.2,
              }),
              answer('hook', 'Headphone hook', 'Kopfhörerhaken', {
                visualization_image: 'demo-desk-hook.svg',
                visualization_stacking: 5,
                price: 9,
                weight: 0.1,
              }),
              answer('drawer', 'Drawer', 'Schublade', {
                visualization_image: 'demo-desk-drawer.svg',
                visualization_stacking: 4,
                price: 79,
                weight: 4.5,
                rules: { not: is('shape', 'corner') },
              }),
            ],
          },
        ],
      },
      {
        key: 'finish',
        fields: { title: text('Finishing touches', 'Feinschliff') },
        questions: [
          {
            key: 'engraving',
            fields: {
              title: text('Engraving', 'Gravur'),
              question_type: 'Textbox',
              description: text(
                'A few words on the front edge, for €19 however many; €24 on desks wider than 180 cm.',
                'Einige Worte auf der Vorderkante für 19 €, wie viele es auch sind; 24 € auf Tischen über 180 cm.',
              ),
              calcmodel: ref('engraving-price'),
            },
          },
          {
            key: 'delivery',
            fields: {
              title: text('Delivery not before', 'Lieferung nicht vor'),
              question_type: 'Calendar',
              calendar_first_day: 1,
              calendar_days_min: 15,
              calendar_days_max: 180,
            },
          },
          {
            key: 'drawing',
            fields: {
              title: text('Your drawing', 'Ihre Zeichnung'),
              question_type: 'Upload',
              upload_extensions: 'pdf, png, jpg',
              upload_mime_types: 'application/pdf, image/png, image/jpeg',
              upload_size_mb: 5,
              rules: is('shape', 'round'),
            },
          },
          {
            key: 'notes',
            fields: { title: text('Notes for the workshop', 'Hinweise für die Werkstatt'), question_type: 'Textarea' },
          },
          {
            key: 'care',
            fields: { title: text('Care plan', 'Pflegeplan'), question_type: 'Radiobuttons' },
            answers: [
              answer('care-no', 'None', 'Ohne'),
              answer('care-yes', 'Oil and inspection every year', 'Jährlich Öl und Inspektion', {
                price_recurring: 4.9,
                rules: { any: [is('wood', 'oak'), is('wood', 'walnut'), is('wood', 'bamboo')] },
              }),
            ],
          },
        ],
      },
    ],
    calculations: [
      {
        key: 'least-width',
        name: 'Least width by shape',
        entity: 'calculation-matrix',
        body: {
          row_question_id: ref('shape'),
          lookup: 'exact',
          cells: [
            { row: ref('straight'), column: 0, value: '100' },
            { row: ref('corner'), column: 0, value: '140' },
            { row: ref('round'), column: 0, value: '120' },
          ],
        },
      },
      {
        key: 'top-price',
        name: 'Surcharge above 120 cm, 1.80 a centimetre',
        entity: 'calculation-formula',
        body: {
          terms: [
            {
              function: 'max',
              parameters: [[{ number: 0 }], [{ question: ref('desk-width') }, { operator: '-' }, { number: 120 }]],
            },
            { operator: '*' },
            { number: 1.8 },
          ],
        },
      },
      {
        key: 'top-weight',
        name: 'Weight of the top',
        entity: 'calculation-formula',
        body: { terms: [{ question: ref('desk-width') }, { operator: '*' }, { number: 0.09 }] },
      },
      {
        key: 'engraving-price',
        name: 'Engraving, dearer on wide desks',
        entity: 'calculation-code',
        body: { code: ' A > 180 ? 24 : 19 ', question_id_a: ref('desk-width') },
      },
    ],
    panes: [
      {
        heading: text('Made to order', 'Auf Bestellung gebaut'),
        content: text(
          'Every desk is built after your order; returns within 30 days.',
          'Jeder Tisch entsteht nach Ihrer Bestellung; Rückgabe innerhalb von 30 Tagen.',
        ),
      },
    ],
    examples: [
      {
        title: text('The writer', 'Für Schreibende'),
        selections: [
          { question_id: ref('shape'), value: ref('straight') },
          { question_id: ref('desk-width'), value: '180' },
          { question_id: ref('wood'), value: ref('walnut') },
          { question_id: ref('drive'), value: ref('dual') },
        ],
      },
    ],
  }
}
