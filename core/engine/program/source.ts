// The product as plain data: loaded from storage, compiled by the engine, sent to browsers as JSON. Properties have their wire names.
import type { CodeNode } from '../calculation/code-tree.js'
import type { Sequence } from '../calculation/stored.js'
import type { Scalar } from '../question/value.js'
import type { StoredRule } from '../rule/stored.js'
import type { TableSource } from '../variant/variant-table.js'
import type { FunctionDefinition, TermType, ConditionType } from '../question/operand.js'
import type { QuestionType } from '../question/question-type.js'

/** How selections that lead to a dead end are displayed: unchanged, marked or hidden. */
export type GuidanceMode = 'off' | 'mark' | 'hide'

/** Whether a configuration can be ordered if a calculated price is null. */
type UnpricedMode = 'refuse' | 'free'

/** A price for one customer group, in units of the base currency. */
export interface GroupPrice {
  readonly customer_group_id: number
  readonly price: number
}

/** A price calculation for one customer group. Null disables the answer's calculation. */
export interface GroupCalculation {
  readonly customer_group_id: number
  readonly calculation_id: number | null
}

export interface PageSource {
  readonly id: number
  readonly title?: string
}

export interface QuestionSource {
  readonly id: number
  readonly page_id: number
  readonly title?: string
  readonly question_type: string
  readonly required: boolean
  /** null or '' = the question always applies. */
  readonly rules: StoredRule
  readonly behavior_on_activation: 'none' | 'select_default' | 'select_any'
  readonly behavior_on_inconsistency: 'deselect' | 'replace_with_default' | 'replace_with_any'
  readonly behavior_on_changes: 'silent' | 'confirm'
  readonly calcmodel: number | null
  readonly calcmodel_recurring: number | null
  readonly calcmodel_weight: number | null
  /** Factor for calculated prices and weights. */
  readonly multiplicator: number
  readonly default_value: string | null
  readonly prefill_on_init: boolean
  readonly set_min_value: 'none' | 'static' | 'calculated'
  readonly set_max_value: 'none' | 'static' | 'calculated'
  readonly minval: number | null
  readonly maxval: number | null
  readonly calcmodel_id_min_val: number | null
  readonly calcmodel_id_max_val: number | null
  /** element_custom_1..4, in this order. */
  readonly element_custom: readonly (string | null)[]
  /** The applicable fields by wire name, including the properties of the question type. */
  readonly settings: Readonly<Record<string, Scalar | null>>
}

export interface AnswerSource {
  readonly id: number
  readonly question_id: number
  readonly title?: string
  readonly default: boolean
  /** null or '' = the answer applies whenever its question does. */
  readonly rules: StoredRule
  readonly price: number | null
  readonly price_overrides: readonly GroupPrice[]
  readonly price_recurring: number | null
  readonly price_recurring_overrides: readonly GroupPrice[]
  readonly weight: number | null
  readonly calcmodel: number | null
  readonly calcmodel_recurring: number | null
  readonly calcmodel_weight: number | null
  readonly price_calculation_overrides: readonly GroupCalculation[]
  readonly available: boolean
  readonly disable_non_available: boolean
  /** assignment_custom_1..4 and option_custom_1..4, in this order. */
  readonly assignment_custom: readonly (string | null)[]
  readonly option_custom: readonly (string | null)[]
}

export type BodyType = 'formula' | 'matrix' | 'code'

/** The stored bodies of a calculation, by type. */
export interface BodySource {
  /** Stored terms in the flat form or the older form nested under `data`; or the parsed sequence. */
  readonly formula?: { readonly terms: unknown } | { readonly sequence: Sequence } | null
  readonly matrix?: MatrixSource | null
  readonly code?: CodeSource | null
}

/** A calculation. Only the body that `type` names is read. */
export interface CalculationSource extends BodySource {
  readonly id: number
  readonly name?: string
  readonly type: BodyType
  /** Set if the result is the number of units in one piece: the unit of the price per unit. */
  readonly price_unit?: string
}

export type MatrixLookup = 'exact' | 'nextHigher' | 'nextLower'

export interface MatrixSource {
  readonly row_question_id: number | null
  readonly row_calculation_id: number | null
  readonly column_question_id: number | null
  readonly column_calculation_id: number | null
  readonly lookup: MatrixLookup
  readonly round: number | null
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string | number }[]
}

export interface CodeSource {
  readonly code: string
  /** The parsed code, for browsers, which have no parser. */
  readonly tree?: CodeNode
  readonly question_id_a: number | null
  readonly question_id_b: number | null
  readonly question_id_c: number | null
  readonly question_id_d: number | null
}

/**
 * A product with its published records only. Questions are in page and question order, answers in order within their question.
 */
export interface ProductSource {
  readonly id: number
  /** Changes with every write to the product. Part of replies to callers. */
  readonly catalog_version: number
  readonly baseprice: number
  readonly baseprice_overrides: readonly GroupPrice[]
  /** False = the product has no recurring price. */
  readonly use_recurring_pricing: boolean
  readonly baseprice_recurring: number
  readonly baseprice_recurring_overrides: readonly GroupPrice[]
  readonly baseweight: number
  readonly guidance?: GuidanceMode
  /** How to treat a configuration with a calculated price that is null. Default `refuse`. */
  readonly unpriced?: UnpricedMode
  readonly pages: readonly PageSource[]
  readonly questions: readonly QuestionSource[]
  readonly answers: readonly AnswerSource[]
  readonly calculations: readonly CalculationSource[]
  /** Published variant tables. */
  readonly tables?: readonly TableSource[]
}

// The registered types for compiling a product.

/** The registered types for compiling a product, by name. */
export interface EngineTypes {
  readonly questionTypes: ReadonlyMap<string, QuestionType>
  readonly conditionTypes: ReadonlyMap<string, ConditionType>
  readonly termTypes: ReadonlyMap<string, TermType>
  readonly functions: ReadonlyMap<string, FunctionDefinition>
}

/** Creates the lookup maps from lists of definitions. */
export function createEngineTypes(lists: {
  readonly questionTypes?: readonly QuestionType[] | undefined
  readonly conditionTypes?: readonly ConditionType[] | undefined
  readonly termTypes?: readonly TermType[] | undefined
  readonly functions?: readonly FunctionDefinition[] | undefined
}): EngineTypes {
  const byName = <T extends { readonly name: string }>(list: readonly T[] = []): ReadonlyMap<string, T> =>
    new Map(list.map((item) => [item.name, item]))
  return {
    questionTypes: byName(lists.questionTypes),
    conditionTypes: byName(lists.conditionTypes),
    termTypes: byName(lists.termTypes),
    functions: byName(lists.functions),
  }
}
