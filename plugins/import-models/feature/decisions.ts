// Derives the questions and answers of a feature model, in tree order, and maps features to answers.
import { type FileFindings, formatValue } from 'product-configurator-service'
import type { Feature, FeatureGroup, FeatureModel } from './define.js'

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
        `A second feature is called '${formatValue(feature.name)}'; give it another name.`,
        feature.line,
      )
    this.literals.set(feature.name, literal)
    if (feature.input !== null) this.decide('entry', feature, [], literal, page ?? feature)
    for (const group of feature.groups) this.group(feature, group, literal, page)
  }

  private group(owner: Feature, group: FeatureGroup, parent: DecisionLiteral | null, page: Feature | null): void {
    const { min, members, line } = group
    const max = Math.min(group.max, members.length)
    if (members.length === 0 || min > max || max === 0) {
      const has = members.length === 0 ? 'no features stand in it' : `it has ${members.length} of them`
      this.findings.blocker('cardinality', `The group takes ${min} to ${group.max} features, and ${has}.`, line)
    } else if (min === members.length) for (const member of members) this.feature(member, parent, page ?? member)
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

/** Members of `split` groups become one yes/no question each, so rules can require any of them. */
export function deriveDecisions({ root }: FeatureModel, split: ReadonlySet<FeatureGroup>, findings: FileFindings): Decisions {
  const walk = new DecisionBuilder(split, findings)
  walk.feature(root, null, null)
  return walk
}
