// Compiles products, with plugin types whose failures name their owner, and caches them per version. Concurrent requests share a compilation.
import { sortCells } from '../engine/calculation/matrix.js'
import { compileWithTables } from '../engine/variant/variant-compiler.js'
import { createEngineTypes, type ProductSource, type EngineTypes } from '../engine/program/source.js'
import type { FieldDefinition, QuestionSettings, QuestionType } from '../engine/question/question-type.js'
import { ServiceError } from '../foundation/errors.js'
import type { Program } from '../engine/program/program.js'
import { Turn } from '../foundation/long-work.js'
import { getRecordText } from '../foundation/language.js'
import { errorRateLimited } from '../foundation/log.js'
import { defineCache, type RecordTopic, type VersionedSnapshot } from '../storage/caches.js'
import type { Topic } from '../storage/unit-of-work/identity-map.js'
import type { ServiceContext } from '../storage/service-context.js'
import { toProductSource } from './source.js'
import type { ClientProgramMode } from './client-program/define.js'
import { loadProductTree, type PublishedRecord, type PublishedTree, createPublishedTree } from './published-tree.js'
import {
  type Arguments,
  argumentReferences,
  type ConditionType,
  type FunctionDefinition,
  type Outside,
  prepareArguments,
  type TermType,
} from '../engine/question/operand.js'
import { calculationBodies } from '../engine/calculation/bodies.js'
import { walkConditions, Malformed, parseRule } from '../engine/rule/stored.js'
import type { PropertyMap } from '../foundation/property/kind.js'
import type { DeclaredEntity, WireRecord } from '../foundation/property/typing.js'
import { isId } from '../model/properties/join.js'
import { type Registry, requireEntity } from '../model/registry.js'
import { loadRecords, type TypedRecord } from '../storage/record/load.js'
import { toColumnValue } from '../storage/record/present.js'

export interface ProductTitles {
  readonly product: string
  /** The billing interval as text: `per month`. */
  readonly interval: string
  readonly questions: Readonly<Record<number, string>>
  readonly answers: Readonly<Record<number, string>>
  /** Units of typed entries, by question id: `mm`. */
  readonly units: Readonly<Record<number, string>>
}

/** The cached data of a product. */
export interface CompiledProduct {
  readonly program: Program
  readonly title: string
  readonly isPublished: boolean
  /** How much of the product a browser may evaluate. */
  readonly twin: ClientProgramMode
  readonly taxClassId: number | null
  readonly taxClassRecurringId: number | null
  /** By language tag. */
  readonly titles: ReadonlyMap<string, ProductTitles>
  /** Former prices in the base currency; null if there is none. */
  readonly formerPrices: { readonly once: number | null; readonly recurring: number | null }
  /** Allowed order quantities. */
  readonly quantities: QuantityLimits
  /** Days until it is ready to ship. */
  readonly dispatchTime: number
  /** The product's SKU; '' for none. */
  readonly sku: string
  /** The file name of its picture; '' for none. */
  readonly image: string
  /** The layers of its picture; null if it has no layers. */
  readonly layers: PictureLayers | null
  /** True if the product or one of its answers has a picture. */
  readonly isPictured: boolean
  readonly answerSkus: ReadonlyMap<number, string>
}

/** File names of layers. */
export interface PictureLayers {
  readonly lowest: string
  /** By answer id, from the lowest layer to the highest. */
  readonly answers: ReadonlyMap<number, string>
}

/** Whole numbers: minimum, maximum, and the step from the minimum. */
export interface QuantityLimits {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** The maximum quantity of a product that defines none. */
const defaultMaxQuantity = 9_999

/** The topic of the product that a record refers to. */
export const productOwnTopic: RecordTopic = { prefix: 'product:', column: 'product_id' }

export const toProductTopic = (productId: number): Topic => `${productOwnTopic.prefix}${productId}`

/** Maximum number of cached products. The least recently used ones are dropped. */
const maxCachedProducts = 100

const productCache = defineCache<CompiledProduct | null>('programs', maxCachedProducts)

type TitledValues = Readonly<Record<string, unknown>> & { readonly id: number; readonly title: string }

/** The title in the language, else in the store default, else the id. */
function translateTitle(values: TitledValues, language: string): string {
  return getRecordText(values, 'title', language) || values.title || String(values.id)
}

function translateTitles(records: readonly PublishedRecord<TitledValues>[], language: string): Readonly<Record<number, string>> {
  return Object.fromEntries(records.map(({ id, values }) => [id, translateTitle(values, language)]))
}

function translateUnits(
  questions: readonly PublishedRecord<TitledValues & { readonly unit: string }>[],
  language: string,
): ProductTitles['units'] {
  const units = questions.map(({ id, values }) => [id, getRecordText(values, 'unit', language) || values.unit] as const)
  return Object.fromEntries(units.filter(([, unit]) => unit))
}

/** Sorts the price tables with pauses. The compilation, which cannot pause, uses the result. */
async function sortLargeTables({ calculations }: ProductSource): Promise<void> {
  const turn = new Turn()
  for (const { matrix } of calculations) {
    if (!matrix) continue
    sortCells(matrix.cells)
    if (turn.isOver) await turn.pause()
  }
}

/** Layers with the same number are in the order of their answers, as in the storefront. */
function toPictureLayers({ product: { values }, answers }: PublishedTree): PictureLayers | null {
  if (values.visualization_type !== 'composite' || !values.visualization_image) return null
  const layered = answers.flatMap(({ id, values: { visualization_image, visualization_stacking } }) =>
    visualization_image ? [{ id, name: visualization_image, stacking: visualization_stacking ?? 1 }] : [],
  )
  const sorted = layered.toSorted((a, b) => a.stacking - b.stacking)
  return { lowest: values.visualization_image, answers: new Map(sorted.map(({ id, name }) => [id, name])) }
}

// Wraps plugin types: if their code throws, the log and the error name the owner, type, question and product.

/** An error in plugin code, and the records it was called for. */
export interface TypeFailure {
  readonly owner: string
  /** `question type`, `condition type`, `term type` or `function`. */
  readonly noun: string
  readonly type: string
  /** The function of the type: `validate`, or `read of letters` for a field. */
  readonly member: string
  /** The question that was evaluated, or that the arguments refer to. */
  readonly question?: number
  readonly product?: number
  readonly error: unknown
}

/** An error whose message contains the details of the failure. */
class CustomizationError extends Error {
  constructor(failure: TypeFailure) {
    const { noun, type, owner, member, question, product, error } = failure
    const places = [question !== undefined && `question ${question}`, product !== undefined && `product ${product}`]
    const place = places.filter(Boolean).join(' of ')
    const reason = error instanceof Error ? error.message : String(error)
    super(`The ${noun} '${type}' of '${owner}' failed in '${member}'${place && ` for ${place}`}: ${reason}`, { cause: error })
    this.name = 'CustomizationError'
  }
}

interface GuardOptions {
  /** The product that the types are used for. */
  readonly product?: number
  /** Called once per error, before it is rethrown. */
  report(failure: TypeFailure): void
}

type FailureDetails = Omit<TypeFailure, 'error' | 'product'>

/** The registry's types for the engine. An error in one of their functions is reported with its owner. */
export function guardTypes(registry: Registry, { product, report }: GuardOptions): EngineTypes {
  function guard<A extends readonly unknown[], R>(
    call: (...args: A) => R,
    details: (...args: A) => FailureDetails,
  ): (...args: A) => R {
    return (...args) => {
      try {
        return call(...args)
      } catch (error) {
        // A function may read a calculation whose type has failed and was reported already.
        if (error instanceof CustomizationError) throw error
        const failure = { ...details(...args), ...(product !== undefined && { product }), error }
        report(failure)
        throw error instanceof ServiceError ? error : new CustomizationError(failure)
      }
    }
  }

  function questionType(type: QuestionType): QuestionType {
    const owner = registry.questionTypes.owner(type.name) ?? 'core'
    const at = (member: string, { id }: QuestionSettings): FailureDetails => ({
      owner,
      noun: 'question type',
      type: type.name,
      member,
      question: id,
    })
    const { validate, selectedKind, files, entries, format, fields } = type
    return {
      ...type,
      ...(validate && { validate: guard(validate.bind(type), (_, question) => at('validate', question)) }),
      ...(format && { format: guard(format.bind(type), (_, question) => at('format', question)) }),
      ...(selectedKind && { selectedKind: guard(selectedKind.bind(type), (question) => at('selectedKind', question)) }),
      ...(files && { files: guard(files.bind(type), (question) => at('files', question)) }),
      ...(entries && { entries: guard(entries.bind(type), (question) => at('entries', question)) }),
      ...(fields && {
        fields: fields.map((field): FieldDefinition => {
          const read = guard(field.read.bind(field), (_, question) => at(`read of ${field.key}`, question))
          return { ...field, read }
        }),
      }),
    }
  }

  function computed<T extends ConditionType | TermType>(noun: string, owner: string | undefined, type: T): T {
    if (!('evaluate' in type)) return type
    const evaluate = (type.evaluate as (args: Record<string, unknown>, ...rest: unknown[]) => unknown).bind(type)
    const details = (args: Record<string, unknown>): FailureDetails => {
      const question = argumentReferences(type, args).find(({ entity }) => entity === 'question')?.id
      const base = { owner: owner ?? 'core', noun, type: type.name, member: 'evaluate' }
      return question === undefined ? base : { ...base, question }
    }
    return { ...type, evaluate: guard(evaluate, details) }
  }

  function definedFunction(definition: FunctionDefinition): FunctionDefinition {
    const owner = registry.functions.owner(definition.name) ?? 'core'
    const details = { owner, noun: 'function', type: definition.name, member: 'evaluate' }
    return { ...definition, evaluate: guard(definition.evaluate.bind(definition), () => details) }
  }

  const { questionTypes, conditionTypes, termTypes, functions } = registry
  return createEngineTypes({
    questionTypes: [...questionTypes.values()].map(questionType),
    conditionTypes: [...conditionTypes.values()].map((type) => computed('condition type', conditionTypes.owner(type.name), type)),
    termTypes: [...termTypes.values()].map((type) => computed('term type', termTypes.owner(type.name), type)),
    functions: [...functions.values()].map(definedFunction),
  })
}

// Compiles and caches products.

/** Compiles the product in the current transaction without caching it, for uncommitted changes. */
export async function compileProduct(work: ServiceContext, productId: number): Promise<CompiledProduct | null> {
  const { context, versionedSnapshot: shopSnapshot } = work
  const { languages } = shopSnapshot.snapshot
  const tree = await loadProductTree(context, work.on, productId, languages)
  if (tree === null) return null
  const turn = new Turn()
  const published = createPublishedTree(context.registry, context.platform, tree)
  const { values } = published.product
  const types = guardTypes(context.registry, {
    product: productId,
    report({ error, noun, ...details }) {
      const message = `Code of the ${noun} '${details.type}' failed.`
      errorRateLimited(context.log, context.clock.now(), { err: error, ...details }, message)
    },
  })
  if (turn.isOver) await turn.pause()
  const source = toProductSource(published, getCatalogVersion(shopSnapshot, productId))
  await sortLargeTables(source)
  if (turn.isOver) await turn.pause()
  const program = context.timings.measureSync('engine', 'compile', () => compileWithTables(source, types))
  if (turn.isOver) await turn.pause()
  const titles = languages.map((language): [string, ProductTitles] => [
    language,
    {
      product: translateTitle(values, language),
      interval: getRecordText(values, 'recurring_interval', language) || values.recurring_interval || '',
      questions: translateTitles(published.questions, language),
      answers: translateTitles(published.answers, language),
      units: translateUnits(published.questions, language),
    },
  ])
  const min = values.min_quantity ?? 1
  return {
    program,
    title: values.title || String(productId),
    isPublished: published.isPublished,
    twin: values.twin ?? 'full',
    taxClassId: values.tax_class_id,
    taxClassRecurringId: values.tax_class_recurring_id ?? values.tax_class_id,
    titles: new Map(titles),
    formerPrices: {
      once: values.was_price || null,
      recurring: values.use_recurring_pricing ? values.was_price_recurring || null : null,
    },
    quantities: { min, max: values.max_quantity ?? Math.max(defaultMaxQuantity, min), step: values.quantity_step ?? 1 },
    dispatchTime: values.dispatch_time ?? 0,
    sku: values.sku,
    image: values.image ?? '',
    layers: toPictureLayers(published),
    isPictured:
      Boolean(values.image || values.visualization_image) ||
      published.answers.some(({ values: answer }) => answer.picker_image || answer.image),
    answerSkus: new Map(published.answers.map(({ id, values: answer }) => [id, answer.sku])),
  }
}

/** The version of the product's topic in the snapshot. */
export function getCatalogVersion(shopSnapshot: VersionedSnapshot, productId: number): number {
  return shopSnapshot.versions.get(toProductTopic(productId)) ?? 0
}

/** The cached product of the snapshot's version; null if there is none. The caller must have loaded the product's topic. */
export async function loadCompiledProduct(work: ServiceContext, productId: number): Promise<CompiledProduct | null> {
  const { versionedSnapshot: shopSnapshot } = work
  const products = work.context.caches.of(productCache)
  const topic = toProductTopic(productId)
  const get = (): Promise<CompiledProduct | null> =>
    products.get(topic, getCatalogVersion(shopSnapshot, productId), () => compileProduct(work, productId), work.on)
  const product = await get()
  if (product === null || shopSnapshot.snapshot.languages.every((language) => product.titles.has(language))) return product
  // A language was activated after the compilation. That changes the store's topic, not the product's.
  products.delete(topic)
  return get()
}

interface DataLoader {
  readonly properties: PropertyMap
  load?(uses: readonly Arguments[], outside: Outside): Promise<unknown>
}
type TypeUses = ReadonlyMap<string, { readonly type: DataLoader; readonly uses: readonly Arguments[] }>

type TypedProgram = Pick<Program, 'source' | 'types'>

const usesCache = new WeakMap<TypedProgram, TypeUses>()

/** Whether the product's rules or prices depend on preloaded data. */
export function hasExternalData(source: ProductSource, types: EngineTypes): boolean {
  return collectUses({ source, types }).size > 0
}

/** The types with a `load` that the product's rules and formulas use, by `condition:<name>` and `term:<name>`. */
function collectUses(program: TypedProgram): TypeUses {
  const cachedUses = usesCache.get(program)
  if (cachedUses) return cachedUses
  const usesByKey = new Map<string, { type: DataLoader; uses: Arguments[] }>()
  const note = (key: string, type: DataLoader | undefined, args: Arguments): void => {
    if (!type?.load) return
    const preparedArgs = prepareArguments(type, args)
    if (!preparedArgs) return
    const entry = usesByKey.get(key) ?? { type, uses: [] }
    entry.uses.push(preparedArgs)
    usesByKey.set(key, entry)
  }
  const { conditionTypes, termTypes } = program.types
  for (const { rules } of [...program.source.questions, ...program.source.answers]) {
    const rule = parseRule(rules)
    if (rule === null || rule instanceof Malformed) continue
    for (const { type, args } of walkConditions(rule.root)) note(`condition:${type}`, conditionTypes.get(type), args)
  }
  for (const calculation of program.source.calculations) {
    for (const { type, args } of calculationBodies[calculation.type].typedTerms(calculation, program.types))
      note(`term:${type}`, termTypes.get(type), args)
  }
  usesCache.set(program, usesByKey)
  return usesByKey
}

/** The reader that is passed to `load`. It reads through the context, in the shop's languages. */
function createOutsideReader(work: ServiceContext): Outside {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  function find<P extends PropertyMap>(
    wanted: DeclaredEntity<P>,
    property: string,
    value: unknown,
  ): Promise<readonly TypedRecord<P>[]>
  function find(wanted: string, property: string, value: unknown): Promise<readonly WireRecord[]>
  async function find(declaration: string | DeclaredEntity<PropertyMap>, property: string, value: unknown) {
    const entity = requireEntity(registry, declaration)
    const column = property === 'id' ? undefined : entity.properties[property]
    const parameter = column ? toColumnValue(column, value) : isId(value) ? value : null
    const records = await loadRecords(work.on, entity, languages, { column: property, values: [parameter] })
    return records.map((record) => record.values)
  }
  function read<P extends PropertyMap>(wanted: DeclaredEntity<P>, id: number): Promise<TypedRecord<P> | null>
  function read(wanted: string, id: number): Promise<WireRecord | null>
  async function read(declaration: string | DeclaredEntity<PropertyMap>, id: number) {
    const [firstRecord] = await (typeof declaration === 'string' ? find(declaration, 'id', id) : find(declaration, 'id', id))
    return firstRecord ?? null
  }
  return { now: work.now, find, read }
}

/** The data that the evaluation reads as `loaded`; undefined if the product uses no type with `load`. */
export async function loadExternalData(
  work: ServiceContext,
  program: Program,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const uses = collectUses(program)
  if (uses.size === 0) return undefined
  const outside = createOutsideReader(work)
  const loaded = [...uses].map(
    async ([key, entry]): Promise<[string, unknown]> => [key, await entry.type.load?.(entry.uses, outside)],
  )
  return Object.fromEntries(await Promise.all(loaded))
}
