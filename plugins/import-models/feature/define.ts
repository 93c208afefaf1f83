// The feature model that all formats are parsed into, and the questions and answers that are derived from it.
import { createMessage, FileFault, type MessageValue, type FileFindings, formatValue } from 'product-configurator-service'

export type Formula =
  | { readonly kind: 'feature'; readonly name: string }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Formula[] }

/** At least `min` and at most `max` members are selected with their parent. Mandatory: all members; optional: none to all. */
export interface FeatureGroup {
  readonly min: number
  readonly max: number
  readonly members: readonly Feature[]
  readonly line: number
}

/** Input type of a feature with a value. */
export type FeatureInput = 'integer' | 'decimal' | 'plaintext'

export interface Feature {
  /** Name used in constraints. */
  readonly name: string
  readonly title: string
  readonly isAbstract: boolean
  readonly description: string
  readonly input: FeatureInput | null
  readonly attributes: ReadonlyMap<string, string>
  readonly groups: readonly FeatureGroup[]
  readonly line: number
}

export interface Constraint {
  readonly formula: Formula
  /** Name in messages: `c1`, or the text of the constraint. */
  readonly text: MessageValue
  readonly line: number
}

/** A tree of features in groups with cardinalities, and constraints. */
export interface FeatureModel {
  /** Name of the model; '' if the file gives none. */
  readonly name: string
  readonly root: Feature
  readonly constraints: readonly Constraint[]
}

export const featureLimits = { features: 10_000, constraints: 10_000, depth: 100, text: 2_000 } as const

export const createImplication = (a: Formula, b: Formula): Formula => ({ kind: 'or', parts: [{ kind: 'not', of: a }, b] })

export const createEquivalence = (a: Formula, b: Formula): Formula => ({
  kind: 'and',
  parts: [createImplication(a, b), createImplication(b, a)],
})

/** Counts features during parsing. */
export class FeatureCount {
  private count = 0

  /** FileFault for too many features or too deep nesting. */
  add(depth: number, line: number): void {
    if (++this.count > featureLimits.features)
      throw new FileFault('too-large', createMessage('models.tooManyFeatures', { most: featureLimits.features }), line)
    if (depth > featureLimits.depth)
      throw new FileFault('too-deep', createMessage('models.featuresTooDeep', { most: featureLimits.depth }), line)
  }
}

export function* walkFeatures(root: Feature): Generator<Feature> {
  yield root
  for (const { members } of root.groups) for (const member of members) yield* walkFeatures(member)
}

/** The feature names in a formula. Equivalences share their parts, so each part is visited once. */
export function collectFeatureNames(
  formula: Formula,
  processedFormulas = new Set<Formula>(),
  names = new Set<string>(),
): ReadonlySet<string> {
  if (processedFormulas.has(formula)) return names
  processedFormulas.add(formula)
  if (formula.kind === 'feature') names.add(formula.name)
  else
    for (const part of formula.kind === 'not' ? [formula.of] : formula.parts) collectFeatureNames(part, processedFormulas, names)
  return names
}

/** The value of a variable whose question has no selection, or whose answer is not ticked. */
export const noSelection = -1

/** The feature is selected if and only if the variable has the value. */
export interface DecisionLiteral {
  readonly variable: DecisionVariable
  readonly value: number
}

/** A single-select question, or one answer of a multi-select question. */
export interface DecisionVariable {
  /** Increases in the order in which shoppers decide. */
  readonly index: number
  readonly decision: Decision
  /** Indexes of the possible answers; an answer of a multi-select question has only its own. */
  readonly values: readonly number[]
  readonly isTick: boolean
}

export interface DecisionAnswer {
  /** null for the answers no and none. */
  readonly feature: Feature | null
  readonly kind: 'feature' | 'yes' | 'no' | 'none'
}

/** A future question: single-select, multi-select or with an entry. */
export interface Decision {
  readonly kind: 'one' | 'several' | 'entry'
  /** The owner of the group that this decides, or the feature that is itself decided or entered. */
  readonly feature: Feature
  readonly answers: readonly DecisionAnswer[]
  readonly parent: DecisionLiteral | null
  readonly variables: DecisionVariable[]
  /** The feature directly below the root that contains this; the root if it decides a group of its own. */
  readonly page: Feature
}

/** A group whose members are yes/no questions each, because the number of selected members matters. */
export interface CountedGroup {
  readonly group: FeatureGroup
  readonly parent: DecisionLiteral | null
  readonly decisions: readonly Decision[]
}

export interface Decisions {
  readonly list: readonly Decision[]
  /** Literals by feature name; null for a feature in every configuration. */
  readonly literals: ReadonlyMap<string, DecisionLiteral | null>
  readonly counted: readonly CountedGroup[]
  /** Groups with at least one selected member, whose members are separate questions. */
  readonly atLeastOne: readonly CountedGroup[]
  readonly groupOf: ReadonlyMap<Decision, FeatureGroup>
}

const createYesNoAnswers = (feature: Feature): readonly DecisionAnswer[] => [
  { feature, kind: 'yes' },
  { feature: null, kind: 'no' },
]

class DecisionBuilder {
  readonly list: Decision[] = []
  readonly literals = new Map<string, DecisionLiteral | null>()
  readonly counted: CountedGroup[] = []
  readonly atLeastOne: CountedGroup[] = []
  readonly groupOf = new Map<Decision, FeatureGroup>()
  private variables = 0

  constructor(
    private readonly split: ReadonlySet<FeatureGroup>,
    private readonly findings: FileFindings,
  ) {}

  private decide(
    kind: Decision['kind'],
    feature: Feature,
    answers: readonly DecisionAnswer[],
    parent: DecisionLiteral | null,
    page: Feature,
  ): Decision {
    const decision: Decision = { kind, feature, answers, parent, variables: [], page }
    const variable = (values: readonly number[], isTick: boolean): DecisionVariable => ({
      index: this.variables++,
      decision,
      values,
      isTick,
    })
    if (kind === 'one') decision.variables.push(variable([...answers.keys()], false))
    if (kind === 'several') decision.variables.push(...answers.map((_, at) => variable([at], true)))
    this.list.push(decision)
    return decision
  }

  /** `page` is null for the root. */
  feature(feature: Feature, literal: DecisionLiteral | null, page: Feature | null): void {
    if (this.literals.has(feature.name))
      this.findings.blocker(
        'duplicate-feature',
        createMessage('models.featureTwice', { name: formatValue(feature.name) }),
        feature.line,
      )
    this.literals.set(feature.name, literal)
    if (feature.input !== null) this.decide('entry', feature, [], literal, page ?? feature)
    for (const group of feature.groups) this.group(feature, group, literal, page)
  }

  private group(owner: Feature, group: FeatureGroup, parent: DecisionLiteral | null, page: Feature | null): void {
    const { min, members, line } = group
    const max = Math.min(group.max, members.length)
    if (members.length === 0 || min > max || max === 0)
      this.findings.blocker(
        'cardinality',
        createMessage('models.groupSize', { min, max: group.max, count: members.length }),
        line,
      )
    else if (min === members.length) for (const member of members) this.feature(member, parent, page ?? member)
    else if (max === members.length && min === 0)
      for (const member of members) {
        const [variable] = this.decide('one', member, createYesNoAnswers(member), parent, page ?? member).variables
        this.feature(member, { variable: variable!, value: 0 }, page ?? member)
      }
    else if (max === 1) this.oneOf(owner, group, parent, page ?? owner)
    else if (max < members.length || min > 1) this.each(group, parent, page ?? owner, this.counted)
    else if (this.split.has(group)) this.each(group, parent, page ?? owner, this.atLeastOne)
    else this.severalOf(owner, group, parent, page ?? owner)
  }

  private oneOf(owner: Feature, group: FeatureGroup, parent: DecisionLiteral | null, page: Feature): void {
    const answers: DecisionAnswer[] = group.members.map((feature) => ({ feature, kind: 'feature' }))
    if (group.min === 0) answers.push({ feature: null, kind: 'none' })
    const [variable] = this.decide('one', owner, answers, parent, page).variables
    for (const [value, member] of group.members.entries()) this.feature(member, { variable: variable!, value }, page)
  }

  private severalOf(owner: Feature, group: FeatureGroup, parent: DecisionLiteral | null, page: Feature): void {
    const answers: DecisionAnswer[] = group.members.map((feature) => ({ feature, kind: 'feature' }))
    const decision = this.decide('several', owner, answers, parent, page)
    this.groupOf.set(decision, group)
    for (const [at, member] of group.members.entries())
      this.feature(member, { variable: decision.variables[at]!, value: at }, page)
  }

  private each(group: FeatureGroup, parent: DecisionLiteral | null, page: Feature, list: CountedGroup[]): void {
    const decisions = group.members.map((member) => this.decide('one', member, createYesNoAnswers(member), parent, page))
    list.push({ group, parent, decisions })
    for (const [at, member] of group.members.entries())
      this.feature(member, { variable: decisions[at]!.variables[0]!, value: 0 }, page)
  }
}

/** Derives the questions and answers of a feature model. Members of `split` groups become one yes/no question each, so rules can require any of them. */
export function deriveDecisions({ root }: FeatureModel, split: ReadonlySet<FeatureGroup>, findings: FileFindings): Decisions {
  const walk = new DecisionBuilder(split, findings)
  walk.feature(root, null, null)
  return walk
}

export interface AttributeFields {
  /** Fields of the product, such as `baseprice`. */
  readonly product: Readonly<Record<string, unknown>>
  /** Fields by question and index of the answer. */
  readonly answers: ReadonlyMap<Decision, ReadonlyMap<number, Readonly<Record<string, unknown>>>>
}

const sums: Readonly<Record<string, string>> = { price: 'price', weight: 'weight' }
const productFields: Readonly<Record<string, string>> = { price: 'baseprice', weight: 'baseweight' }
const customFields = ['assignment_custom_1', 'assignment_custom_2', 'assignment_custom_3', 'assignment_custom_4'] as const
const numberPattern = /^-?\d{1,12}(\.\d{1,4})?$/

/** Converts the attributes of features to prices, weights and custom fields. */
export function convertAttributes(model: FeatureModel, { literals }: Decisions, findings: FileFindings): AttributeFields {
  const product: Record<string, unknown> = {}
  const answers = new Map<Decision, Map<number, Record<string, unknown>>>()
  const custom = new Map<string, string>()
  const unusedNames = new Set<string>()

  const fieldsOf = ({ name }: Feature): Record<string, unknown> | null => {
    const literal = literals.get(name) ?? null
    if (literal === null) return null
    const { decision } = literal.variable
    const own = answers.get(decision) ?? new Map<number, Record<string, unknown>>()
    answers.set(decision, own)
    const fields = own.get(literal.value) ?? {}
    own.set(literal.value, fields)
    return fields
  }
  const add = (fields: Record<string, unknown>, field: string, value: number): void => {
    fields[field] = Math.round((Number(fields[field] ?? 0) + value) * 10_000) / 10_000
  }
  const isOwn = (feature: Feature): boolean => {
    const literal = literals.get(feature.name)
    return literal?.variable.decision.answers[literal.value]?.feature === feature
  }

  for (const feature of walkFeatures(model.root))
    for (const [name, value] of feature.attributes) {
      const fieldName = name.toLowerCase()
      const sum = Object.hasOwn(sums, fieldName) ? sums[fieldName] : undefined
      if (sum !== undefined) {
        if (numberPattern.test(value)) {
          const fields = fieldsOf(feature)
          if (fields) add(fields, sum, Number(value))
          else add(product, productFields[fieldName]!, Number(value))
        } else
          findings.blocker(
            'attribute',
            fieldName === 'price'
              ? createMessage('models.priceAttributeInvalid', { value: formatValue(value), feature: formatValue(feature.name) })
              : createMessage('models.weightAttributeInvalid', { value: formatValue(value), feature: formatValue(feature.name) }),
            feature.line,
          )
      } else if (fieldName === 'sku' && isOwn(feature)) fieldsOf(feature)!['sku'] = value
      else {
        const field = custom.get(name) ?? customFields[custom.size]
        if (field !== undefined && isOwn(feature)) {
          custom.set(name, field)
          fieldsOf(feature)![field] = value
        } else unusedNames.add(name)
      }
    }
  for (const [index, name] of [...custom.keys()].entries())
    findings.notice('attribute-kept', createMessage('models.attributeStored', { name: formatValue(name), number: index + 1 }))
  for (const name of unusedNames)
    findings.warning('attribute-left-out', createMessage('models.attributeSkipped', { name: formatValue(name) }))
  return { product, answers }
}
