// Converts a product's published records to the engine's input: rules, calculations, prices and settings as plain data.
import { toBodySource } from '../engine/calculation/matrix.js'
import type { AnswerSource, CalculationSource, PageSource, ProductSource, QuestionSource } from '../engine/program/source.js'
import type { Scalar } from '../engine/question/value.js'
import { type TableSource, parseStoredRows } from '../engine/variant/variant-table.js'
import type { answer } from '../model/entities/catalog/answer.js'
import type { calculation } from '../model/entities/catalog/calculation.js'
import type { page } from '../model/entities/catalog/page.js'
import type { question } from '../model/entities/catalog/question.js'
import { variantTable } from '../model/entities/catalog/variant-table.js'
import { bodyEntities } from '../model/entity/calculation-bodies.js'
import { readId } from '../model/properties/join.js'
import {
  type TypedPublishedRecord,
  type PublishedRecord,
  type PublishedTree,
  createPublishedTree,
  loadProductTree,
} from './published-tree.js'
import { createMessage } from '../foundation/message.js'
import { NotFoundError } from '../foundation/errors.js'
import { Turn } from '../foundation/long-work.js'
import type { Context } from '../storage/context.js'
import type { Unit } from '../storage/unit-of-work/transaction.js'
import { getVersionedSnapshot } from '../storage/caches.js'

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Converts an empty text to null. */
const emptyToNull = (text: string | null): string | null => text || null

function toQuestionSource({ id, values }: TypedPublishedRecord<typeof question>): QuestionSource {
  const settings: Record<string, Scalar> = {}
  for (const name of Object.keys(values)) {
    const value: unknown = values[name as keyof typeof values]
    if (isScalar(value)) settings[name] = value
  }
  const custom = [values.element_custom_1, values.element_custom_2, values.element_custom_3, values.element_custom_4]
  return {
    id,
    page_id: values.page_id,
    title: values.title,
    question_type: values.question_type,
    required: values.required === true,
    rules: values.rules,
    behavior_on_activation: values.behavior_on_activation,
    behavior_on_inconsistency: values.behavior_on_inconsistency,
    behavior_on_changes: values.behavior_on_changes,
    calcmodel: values.calcmodel,
    calcmodel_recurring: values.calcmodel_recurring,
    calcmodel_weight: values.calcmodel_weight,
    multiplicator: values.multiplicator ?? 1,
    default_value: emptyToNull(values.default_value),
    prefill_on_init: values.prefill_on_init === true,
    set_min_value: values.set_min_value,
    set_max_value: values.set_max_value,
    minval: values.minval,
    maxval: values.maxval,
    calcmodel_id_min_val: values.calcmodel_id_min_val,
    calcmodel_id_max_val: values.calcmodel_id_max_val,
    element_custom: custom.map(emptyToNull),
    settings,
  }
}

function toAnswerSource({ id, values }: TypedPublishedRecord<typeof answer>): AnswerSource {
  const assignment = [
    values.assignment_custom_1,
    values.assignment_custom_2,
    values.assignment_custom_3,
    values.assignment_custom_4,
  ]
  const option = [values.option_custom_1, values.option_custom_2, values.option_custom_3, values.option_custom_4]
  return {
    id,
    question_id: values.question_id,
    title: values.title,
    default: values.default === true,
    rules: values.rules,
    price: values.price,
    price_overrides: values.price_overrides ?? [],
    price_recurring: values.price_recurring,
    price_recurring_overrides: values.price_recurring_overrides,
    weight: values.weight,
    calcmodel: values.calcmodel,
    calcmodel_recurring: values.calcmodel_recurring,
    calcmodel_weight: values.calcmodel_weight,
    price_calculation_overrides: values.price_calculation_overrides ?? [],
    available: values.available !== false,
    disable_non_available: values.disable_non_available === true,
    assignment_custom: assignment.map(emptyToNull),
    option_custom: option.map(emptyToNull),
  }
}

type CalculationBodies = ReadonlyMap<string, ReadonlyMap<number | null, PublishedRecord>>

function collectBodies(tree: PublishedTree): CalculationBodies {
  return new Map(
    Object.entries(bodyEntities).map(([type, entity]) => [
      type,
      new Map(tree.records(entity).map((record) => [readId(record.values, 'calculation_id'), record])),
    ]),
  )
}

function toCalculationSource(
  { id, values }: TypedPublishedRecord<typeof calculation>,
  bodies: CalculationBodies,
): CalculationSource {
  const { name, type, price_unit } = values
  const body = bodies.get(type)?.get(id)
  return { id, name, type, ...(price_unit && { price_unit }), ...(body && toBodySource[type](body.values)) }
}

const toPageSource = ({ id, values }: TypedPublishedRecord<typeof page>): PageSource => ({ id, title: values.title })

function toTableSources(tree: PublishedTree): readonly TableSource[] {
  const published = tree.records(variantTable).filter(({ values }) => values.published === true)
  return published.map(({ id, values: { name, mode, question_ids, rows } }) => ({
    id,
    name,
    mode,
    question_ids,
    rows: parseStoredRows(rows),
  }))
}

/** The engine's input. `catalogVersion` is the version of the product's topic. */
export function toProductSource(tree: PublishedTree, catalogVersion: number): ProductSource {
  const { id, values } = tree.product
  const bodies = collectBodies(tree)
  return {
    id,
    catalog_version: catalogVersion,
    baseprice: values.baseprice ?? 0,
    baseprice_overrides: values.baseprice_overrides ?? [],
    use_recurring_pricing: values.use_recurring_pricing === true,
    baseprice_recurring: values.baseprice_recurring ?? 0,
    baseprice_recurring_overrides: values.baseprice_recurring_overrides ?? [],
    baseweight: values.baseweight ?? 0,
    unpriced: values.unpriced ?? 'refuse',
    guidance: values.guidance,
    pages: tree.pages.map(toPageSource),
    questions: tree.questions.map(toQuestionSource),
    answers: tree.answers.map(toAnswerSource),
    calculations: tree.calculations.map((record) => toCalculationSource(record, bodies)),
    tables: toTableSources(tree),
  }
}

// Loads a product, published or not, as input for proofs and simulation.

/** Published pages, questions and answers with all calculations, within the transaction if given. NotFoundError for an unknown product. */
export async function loadProductSource(context: Context, productId: number, u?: Unit): Promise<ProductSource> {
  const topic = `product:${productId}` as const
  const { snapshot, versions } = await getVersionedSnapshot(context, u, [topic])
  const tree = await loadProductTree(context, u ?? context.database, productId, snapshot.languages)
  if (!tree) throw new NotFoundError(createMessage('errors.noProduct', { id: productId }))
  const turn = new Turn()
  const published = createPublishedTree(context.registry, context.platform, tree)
  if (turn.isOver) await turn.pause()
  return toProductSource(published, versions.get(topic) ?? 0)
}
