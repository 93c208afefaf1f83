// Computes the unit price and weight of golden order positions with the engine alone.
import { compileProgram } from '../../core/engine/program/compiler.js'
import { changeSelection, openConfiguration } from '../../core/engine/program/configuration.js'
import { type UnitTotals, computeUnitTotals } from '../../core/engine/program/state.js'
import type { Program } from '../../core/engine/program/program.js'
import type { AnswerSource, QuestionSource } from '../../core/engine/program/source.js'
import { createVocabulary } from '../../core/engine/question/vocabulary.js'
import {
  createAnswerSource,
  anonymousContext,
  parseBodySource,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../core/engine/engine-product.js'
import { type GoldenFields, type GoldenCart, type GoldenProduct, goldenShop } from './golden-orders.js'

/** The position of a key among others, from 1. */
export function toRecordId(records: Readonly<Record<string, unknown>> | undefined, key: string): number {
  const index = Object.keys(records ?? {}).indexOf(key)
  if (index < 0) throw new Error(`There is no '${key}' among ${Object.keys(records ?? {}).join(', ')}.`)
  return index + 1
}

/** Answers of the first question are 101, 102, …, of the second 201, 202, … */
const answerId = (question: number, answer: number): number => question * 100 + answer

function compileGolden(product: GoldenProduct): Program {
  const { questions = {}, calculations = {}, tax_class_id: _class, tax_class_recurring_id: _recurring, ...own } = product
  const calculation = (key: string | null = null): number | null => (key === null ? null : toRecordId(calculations, key))
  const ofGroup = <T extends { readonly customer_group_id: string }>(list: readonly T[] = []) =>
    list.map((override) => ({
      ...override,
      customer_group_id: toRecordId(goldenShop['customer-group'], override.customer_group_id),
    }))
  const answers: AnswerSource[] = []
  const sources = Object.entries(questions).map(([key, question]): QuestionSource => {
    const id = toRecordId(questions, key)
    for (const [index, answer] of Object.values(question.answers ?? {}).entries()) {
      const { price_overrides, price_calculation_overrides = [], calcmodel, ...answerFields } = answer
      answers.push(
        createAnswerSource(answerId(id, index + 1), id, {
          ...answerFields,
          price_overrides: ofGroup(price_overrides),
          calcmodel: calculation(calcmodel),
          price_calculation_overrides: ofGroup(
            price_calculation_overrides.map((override) => ({
              ...override,
              calculation_id: calculation(override.calculation_id),
            })),
          ),
        }),
      )
    }
    const { question_type, input_restriction, multiplicator = 1 } = question
    return createQuestionSource(id, question_type, {
      multiplicator,
      settings: input_restriction ? { input_restriction } : {},
      calcmodel: calculation(question.calcmodel),
      calcmodel_weight: calculation(question.calcmodel_weight),
    })
  })
  const calculationList = Object.keys(calculations).map((name, index) => ({ id: index + 1, name, type: 'formula' as const }))
  const source = createProductSource({
    ...own,
    baseprice_overrides: ofGroup(own.baseprice_overrides),
    baseprice_recurring_overrides: ofGroup(own.baseprice_recurring_overrides),
    questions: sources,
    answers,
    calculations: calculationList,
  })
  const vocabulary = createVocabulary(source, stockTypes)
  const term = (termFields: GoldenFields): GoldenFields => ({
    ...termFields,
    ...('question' in termFields && { question: toRecordId(questions, String(termFields['question'])) }),
    ...('calculation' in termFields && { calculation: toRecordId(calculations, String(termFields['calculation'])) }),
  })
  const bodies = calculationList.map((definition) => ({
    ...definition,
    ...parseBodySource('formula', { terms: calculations[definition.name]!.map(term) }, vocabulary),
  }))
  return compileProgram({ ...source, calculations: bodies }, stockTypes)
}

/** Throws if a selection is rejected. */
export function computeGoldenUnit({ product: key, choose = {} }: GoldenCart['positions'][number], group: string): UnitTotals {
  const product = goldenShop.product[key]!
  const state = openConfiguration(compileGolden(product), {
    ...anonymousContext,
    customerGroupId: toRecordId(goldenShop['customer-group'], group),
  })
  for (const [name, value] of Object.entries(choose)) {
    const question_id = toRecordId(product.questions, name)
    const { answers } = product.questions![name]!
    const chosen = answers ? String(answerId(question_id, toRecordId(answers, value))) : value
    const { refused } = changeSelection(state, { question_id, value: chosen })
    if (refused) throw new Error(`${key}: ${name} ${value}: ${refused.message}`)
  }
  return computeUnitTotals(state)
}
