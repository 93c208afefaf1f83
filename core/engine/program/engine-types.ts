// The registered types for compiling a product, by name.
import type { FunctionDefinition, TermType } from '../calculation/term-type.js'
import type { QuestionType } from '../question/question-type.js'
import type { ConditionType } from '../rule/condition-type.js'

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
