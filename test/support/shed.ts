// A small product, a garden shed, with one question of every kind for tests of rules and calculations.
import type { ProductSource } from '../../core/engine/program/source.js'
import { type Vocabulary, createVocabulary } from '../../core/engine/question/vocabulary.js'
import { answerSource, numberQuestion, productSource, questionSource, stockTypes } from './engine-product.js'

/** Question ids by subject. */
export const shed = { size: 1, colour: 2, width: 3, name: 4, day: 5, extras: 6, hex: 7, volume: 20, price: 21 } as const

export const shedSource: ProductSource = productSource({
  baseprice: 100,
  questions: [
    questionSource(1, 'Radiobuttons', { title: 'Size', element_custom: ['oak', '7.5'] }),
    questionSource(2, 'Dropdown', { title: 'Colour' }),
    numberQuestion(3, 10, 500, { title: 'Width' }),
    questionSource(4, 'Textbox', { title: 'Name' }),
    questionSource(5, 'Calendar', { title: 'Day' }),
    questionSource(6, 'Multiselect', { title: 'Extras' }),
    questionSource(7, 'Colorpicker', { title: 'Paint' }),
  ],
  answers: [
    answerSource(11, 1, { title: 'Small', price: 10, weight: 1, option_custom: ['2', 'pine'] }),
    answerSource(12, 1, { title: 'Large', price: 25.5, weight: 2.5, option_custom: ['4', 'oak'] }),
    answerSource(13, 2, { title: 'Red' }),
    answerSource(14, 2, { title: 'Blue' }),
    answerSource(15, 6, { title: 'Hook', price: 1.1, option_custom: ['2'] }),
    answerSource(16, 6, { title: 'Shelf', price: 2.2, option_custom: ['3'] }),
    answerSource(17, 6, { title: 'Lamp', price: 3.3, option_custom: ['red'] }),
  ],
  calculations: [
    { id: 20, name: 'Volume', type: 'formula', formula: { terms: [{ type: 'Number', value: 2 }] } },
    { id: 21, name: 'Price', type: 'formula', formula: { terms: [{ type: 'Number', value: 3 }] } },
  ],
})

export const shedVocabulary: Vocabulary = createVocabulary(shedSource, stockTypes)
