// The feature model that all formats are parsed into: a tree of features in groups with cardinalities, and constraints.
import { createMessage, FileFault, type MessageValue } from 'product-configurator-service'

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
