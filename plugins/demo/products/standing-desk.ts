// A height-adjustable desk of our own: every stock question type, every kind of calculation, and rules that look back and ahead.
import { deskPictures } from '../drawing/desk.js'
import { ref, text, type AnswerSheet, type Fields, type ProductSheet } from '../sheet.js'

const answer = (key: string, en: string, de: string, he: string, fields: Fields = {}): AnswerSheet => ({
  key,
  fields: { title: text(en, de, he), ...fields },
})
/** Its layer of the picture. */
const drawn = (name: string, stacking: number): Fields => ({
  visualization_image: `demo-desk-${name}.svg`,
  visualization_stacking: stacking,
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
      image: 'demo-desk-whole.svg',
      title: text('Standing desk', 'Stehtisch', 'שולחן עמידה'),
      label: text('standing-desk', 'stehtisch', 'standing-desk'),
      sku: 'DESK',
      description: text(
        'A desk that rises with you, built to order.',
        'Ein Tisch, der mitwächst, auf Bestellung gebaut.',
        'שולחן שעולה אתכם, נבנה לפי הזמנה.',
      ),
      tax_class_id: ref('tax-class'),
      baseprice: 349,
      was_price: 399,
      baseweight: 24,
      dispatch_time: 15,
      use_recurring_pricing: true,
      tax_class_recurring_id: ref('tax-class'),
      recurring_interval: text('a month', 'im Monat', 'לחודש'),
      pricelabel_recurring: text('Care plan', 'Pflegeplan', 'תוכנית תחזוקה'),
    },
    pages: [
      {
        key: 'desk-top',
        fields: { title: text('Desk top', 'Tischplatte', 'משטח השולחן') },
        questions: [
          {
            key: 'shape',
            fields: { title: text('Shape', 'Form', 'צורה'), question_type: 'Images', required: true },
            answers: [
              answer('straight', 'Straight', 'Gerade', 'ישרה', { default: true, picker_image: 'demo-shape-straight.svg' }),
              answer('corner', 'Corner', 'Über Eck', 'פינתית', {
                ...drawn('corner', 3),
                picker_image: 'demo-shape-corner.svg',
                price: 120,
                weight: 9,
              }),
              answer('round', 'Rounded', 'Abgerundet', 'מעוגלת', {
                ...drawn('round', 3),
                picker_image: 'demo-shape-round.svg',
                price: 45,
              }),
            ],
          },
          {
            key: 'desk-width',
            fields: {
              title: text('Width', 'Breite', 'רוחב'),
              question_type: 'Slider',
              required: true,
              unit: text('cm', 'cm', 'ס״מ'),
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
              title: text('Surface', 'Oberfläche', 'חומר'),
              question_type: 'Dropdown',
              required: true,
              behavior_on_changes: 'silent',
            },
            answers: [
              answer('oak', 'Oak', 'Eiche', 'אלון', {
                ...drawn('oak', 2),
                picker_image: 'demo-wood-oak.svg',
                price: 95,
                weight: 4,
              }),
              answer('walnut', 'Walnut', 'Nussbaum', 'אגוז', {
                ...drawn('walnut', 2),
                picker_image: 'demo-wood-walnut.svg',
                price: 160,
                weight: 3.5,
              }),
              answer('bamboo', 'Bamboo', 'Bambus', 'במבוק', {
                ...drawn('bamboo', 2),
                picker_image: 'demo-wood-bamboo.svg',
                price: 60,
                weight: 3,
              }),
              answer('linoleum', 'Linoleum in your colour', 'Linoleum in Ihrer Farbe', 'לינוליאום בצבע שלכם', {
                ...drawn('linoleum', 2),
                picker_image: 'demo-wood-linoleum.svg',
                price: 110,
                weight: 5,
              }),
              answer('slate', 'Slate (sold out)', 'Schiefer (ausverkauft)', 'צפחה (אזל)', {
                picker_image: 'demo-wood-slate.svg',
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
              title: text('Colour of the linoleum', 'Farbe des Linoleums', 'צבע הלינוליאום'),
              question_type: 'Colorpicker',
              required: true,
              rules: is('wood', 'linoleum'),
            },
          },
          {
            key: 'edge',
            fields: {
              title: text('Edge', 'Kante', 'שפה'),
              question_type: 'Choices',
              choices: 'Straight\nBevelled\nSoft round',
              rules: { any: [is('wood', 'oak'), is('wood', 'walnut')] },
            },
          },
        ],
      },
      {
        key: 'frame',
        fields: { title: text('Frame', 'Gestell', 'שלד') },
        questions: [
          {
            key: 'drive',
            fields: {
              title: text('Drive', 'Antrieb', 'הנעה'),
              question_type: 'Radiobuttons',
              required: true,
              behavior_on_changes: 'confirm',
            },
            answers: [
              answer('crank', 'Hand crank', 'Handkurbel', 'ארכובה ידנית', {
                ...drawn('crank', 4),
                picker_image: 'demo-drive-crank.svg',
                default: true,
                rules: { question: ref('desk-width'), operator: '<=', value: 180 },
              }),
              answer('single', 'One motor', 'Ein Motor', 'מנוע אחד', {
                ...drawn('single', 4),
                picker_image: 'demo-drive-single.svg',
                price: 140,
                weight: 3,
              }),
              answer('dual', 'Two motors, quiet', 'Zwei Motoren, leise', 'שני מנועים, שקט', {
                ...drawn('dual', 4),
                picker_image: 'demo-drive-dual.svg',
                price: 230,
                weight: 5,
              }),
            ],
          },
          {
            key: 'memory',
            fields: {
              title: text('Memory panel', 'Bedienfeld mit Speicher', 'לוח עם זיכרון'),
              question_type: 'Checkbox',
              rules: {
                all: [
                  { question: ref('drive'), operator: '!=', value: ref('crank') },
                  { question: ref('drive'), operator: '!=', value: '' },
                ],
              },
            },
            answers: [
              answer(
                'memory-yes',
                'Four heights at the push of a button',
                'Vier Höhen auf Knopfdruck',
                'ארבעה גבהים בלחיצת כפתור',
                {
                  ...drawn('memory', 5),
                  price: 35,
                },
              ),
            ],
          },
          {
            key: 'extras',
            fields: { title: text('Extras', 'Zubehör', 'תוספות'), question_type: 'Multiselect' },
            answers: [
              answer('tray', 'Cable tray', 'Kabelwanne', 'תעלת כבלים', {
                ...drawn('tray', 5),
                price: 29,
                weight: 1.2,
              }),
              answer('hook', 'Headphone hook', 'Kopfhörerhaken', 'וו לאוזניות', {
                ...drawn('hook', 5),
                price: 9,
                weight: 0.1,
              }),
              answer('drawer', 'Drawer', 'Schublade', 'מגירה', {
                ...drawn('drawer', 4),
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
        fields: { title: text('Finishing touches', 'Feinschliff', 'גימור') },
        questions: [
          {
            key: 'engraving',
            fields: {
              title: text('Engraving', 'Gravur', 'חריטה'),
              question_type: 'Textbox',
              description: text(
                'A few words on the front edge, for €19 however many; €24 on desks wider than 180 cm.',
                'Einige Worte auf der Vorderkante für 19 €, wie viele es auch sind; 24 € auf Tischen über 180 cm.',
                'כמה מילים על השפה הקדמית, ב־19 € בכל אורך; 24 € בשולחנות רחבים מ־180 ס״מ.',
              ),
              calcmodel: ref('engraving-price'),
            },
          },
          {
            key: 'delivery',
            fields: {
              title: text('Delivery not before', 'Lieferung nicht vor', 'אספקה לא לפני'),
              question_type: 'Calendar',
              calendar_first_day: 1,
              calendar_days_min: 15,
              calendar_days_max: 180,
            },
          },
          {
            key: 'drawing',
            fields: {
              title: text('Your drawing', 'Ihre Zeichnung', 'השרטוט שלכם'),
              question_type: 'Upload',
              upload_extensions: 'pdf, png, jpg',
              upload_mime_types: 'application/pdf, image/png, image/jpeg',
              upload_size_mb: 5,
              rules: is('shape', 'round'),
            },
          },
          {
            key: 'notes',
            fields: {
              title: text('Notes for the workshop', 'Hinweise für die Werkstatt', 'הערות לבית המלאכה'),
              question_type: 'Textarea',
            },
          },
          {
            key: 'care',
            fields: { title: text('Care plan', 'Pflegeplan', 'תוכנית תחזוקה'), question_type: 'Radiobuttons' },
            answers: [
              answer('care-no', 'None', 'Ohne', 'ללא'),
              answer('care-yes', 'Oil and inspection every year', 'Jährlich Öl und Inspektion', 'שמן ובדיקה מדי שנה', {
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
        heading: text('Made to order', 'Auf Bestellung gebaut', 'לפי הזמנה'),
        content: text(
          'Every desk is built after your order; returns within 30 days.',
          'Jeder Tisch entsteht nach Ihrer Bestellung; Rückgabe innerhalb von 30 Tagen.',
          'כל שולחן נבנה אחרי ההזמנה; החזרה בתוך 30 יום.',
        ),
      },
    ],
    examples: [
      {
        title: text('The writer', 'Für Schreibende', 'לכותבים'),
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
