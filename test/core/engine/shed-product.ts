// A small product, a garden shed, with one question of every kind for tests of rules and calculations.
import type { ProductSource } from '../../../core/engine/program/source.js'
import { type RuleVocabulary, createVocabulary } from '../../../core/engine/question/vocabulary.js'
import {
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from './engine-product.js'

/** Question ids by subject. */
export const shedQuestions = { size: 1, colour: 2, width: 3, name: 4, day: 5, extras: 6, hex: 7, volume: 20, price: 21 } as const

export const shedSource: ProductSource = createProductSource({
  baseprice: 100,
  questions: [
    createQuestionSource(1, 'Radiobuttons', { title: 'Size', element_custom: ['oak', '7.5'] }),
    createQuestionSource(2, 'Dropdown', { title: 'Colour' }),
    createNumberQuestion(3, 10, 500, { title: 'Width' }),
    createQuestionSource(4, 'Textbox', { title: 'Name' }),
    createQuestionSource(5, 'Calendar', { title: 'Day' }),
    createQuestionSource(6, 'Multiselect', { title: 'Extras' }),
    createQuestionSource(7, 'Colorpicker', { title: 'Paint' }),
  ],
  answers: [
    createAnswerSource(11, 1, { title: 'Small', price: 10, weight: 1, option_custom: ['2', 'pine'] }),
    createAnswerSource(12, 1, { title: 'Large', price: 25.5, weight: 2.5, option_custom: ['4', 'oak'] }),
    createAnswerSource(13, 2, { title: 'Red' }),
    createAnswerSource(14, 2, { title: 'Blue' }),
    createAnswerSource(15, 6, { title: 'Hook', price: 1.1, option_custom: ['2'] }),
    createAnswerSource(16, 6, { title: 'Shelf', price: 2.2, option_custom: ['3'] }),
    createAnswerSource(17, 6, { title: 'Lamp', price: 3.3, option_custom: ['red'] }),
  ],
  calculations: [
    { id: 20, name: 'Volume', type: 'formula', formula: { terms: [{ type: 'Number', value: 2 }] } },
    { id: 21, name: 'Price', type: 'formula', formula: { terms: [{ type: 'Number', value: 3 }] } },
  ],
})

export const shedVocabulary: RuleVocabulary = createVocabulary(shedSource, stockTypes)
