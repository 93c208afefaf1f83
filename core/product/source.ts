// Turns a product's published records into the plain data that the engine compiles: stored rules and bodies, figures, settings.
import { bodies } from '../engine/calculation/bodies/index.js'
import type {
  AnswerSource,
  BodyType,
  CalculationSource,
  GroupCalculation,
  GroupPrice,
  PageSource,
  ProductSource,
  QuestionSource,
} from '../engine/program/source.js'
import type { Scalar } from '../engine/question/value.js'
import { bodyEntities } from '../model/entity/calculation-bodies.js'
import type { PublishedRecord, PublishedTree, Values } from './published-tree.js'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : [])
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

function four(values: Values, prefix: string): readonly (string | null)[] {
  return [1, 2, 3, 4].map((n) => text(values[`${prefix}_${n}`]))
}

/** The stored form of a structured value: JSON text as the column holds it. */
function stored(record: PublishedRecord, property: string): string | null {
  const value = record.row[property]
  return typeof value === 'string' && value !== '' ? value : null
}

function question(record: PublishedRecord): QuestionSource {
  const { id, values } = record
  const settings = Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Scalar] => isScalar(entry[1])))
  return {
    id,
    page_id: values.page_id as number,
    title: text(values.title) ?? '',
    question_type: text(values.question_type) ?? '',
    required: values.required === true,
    rules: stored(record, 'rules'),
    behavior_on_activation: (text(values.behavior_on_activation) ?? 'none') as QuestionSource['behavior_on_activation'],
    behavior_on_inconsistency: (text(values.behavior_on_inconsistency) ??
      'deselect') as QuestionSource['behavior_on_inconsistency'],
    behavior_on_changes: (text(values.behavior_on_changes) ?? 'silent') as QuestionSource['behavior_on_changes'],
    calcmodel: number(values.calcmodel),
    calcmodel_recurring: number(values.calcmodel_recurring),
    calcmodel_weight: number(values.calcmodel_weight),
    multiplicator: number(values.multiplicator) ?? 1,
    default_value: text(values.default_value),
    prefill_on_init: values.prefill_on_init === true,
    set_min_value: (text(values.set_min_value) ?? 'none') as QuestionSource['set_min_value'],
    set_max_value: (text(values.set_max_value) ?? 'none') as QuestionSource['set_max_value'],
    minval: number(values.minval),
    maxval: number(values.maxval),
    calcmodel_id_min_val: number(values.calcmodel_id_min_val),
    calcmodel_id_max_val: number(values.calcmodel_id_max_val),
    element_custom: four(values, 'element_custom'),
    settings,
  }
}

function answer(record: PublishedRecord): AnswerSource {
  const { id, values } = record
  return {
    id,
    question_id: values.question_id as number,
    title: text(values.title) ?? '',
    default: values.default === true,
    rules: stored(record, 'rules'),
    price: number(values.price),
    price_overrides: list<GroupPrice>(values.price_overrides),
    price_recurring: number(values.price_recurring),
    price_recurring_overrides: list<GroupPrice>(values.price_recurring_overrides),
    weight: number(values.weight),
    calcmodel: number(values.calcmodel),
    calcmodel_recurring: number(values.calcmodel_recurring),
    calcmodel_weight: number(values.calcmodel_weight),
    price_calculation_overrides: list<GroupCalculation>(values.price_calculation_overrides),
    available: values.available !== false,
    disable_non_available: values.disable_non_available === true,
    assignment_custom: four(values, 'assignment_custom'),
    option_custom: four(values, 'option_custom'),
  }
}

type Bodies = ReadonlyMap<string, ReadonlyMap<number, PublishedRecord>>

function bodiesOf(tree: PublishedTree): Bodies {
  return new Map(
    Object.entries(bodyEntities).map(([type, entity]) => [
      type,
      new Map(tree.records(entity).map((record) => [record.values.calculation_id as number, record])),
    ]),
  )
}

const isBodyType = (type: unknown): type is BodyType => typeof type === 'string' && Object.hasOwn(bodies, type)

function calculation({ id, values }: PublishedRecord, found: Bodies): CalculationSource {
  const type = isBodyType(values.type) ? values.type : 'formula'
  const body = found.get(type)?.get(id)
  return { id, name: text(values.name) ?? '', type, ...(body && bodies[type].source(body.values)) }
}

const page = ({ id, values }: PublishedRecord): PageSource => ({ id, title: text(values.title) ?? '' })

/** What the engine compiles; `catalogVersion` is the version of the product's topic. */
export function productSource(tree: PublishedTree, catalogVersion: number): ProductSource {
  const { id, values } = tree.product
  const found = bodiesOf(tree)
  return {
    id,
    catalog_version: catalogVersion,
    baseprice: number(values.baseprice) ?? 0,
    baseprice_overrides: list<GroupPrice>(values.baseprice_overrides),
    use_recurring_pricing: values.use_recurring_pricing === true,
    baseprice_recurring: number(values.baseprice_recurring) ?? 0,
    baseprice_recurring_overrides: list<GroupPrice>(values.baseprice_recurring_overrides),
    baseweight: number(values.baseweight) ?? 0,
    unpriced: values.unpriced === 'free' ? 'free' : 'refuse',
    guidance: (text(values.guidance) ?? 'off') as NonNullable<ProductSource['guidance']>,
    pages: tree.pages.map(page),
    questions: tree.questions.map(question),
    answers: tree.answers.map(answer),
    calculations: tree.calculations.map((record) => calculation(record, found)),
  }
}
