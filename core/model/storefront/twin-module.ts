// How a browser evaluates what a plugin brings: a script that declares the type or the function once more, without what needs the service.
import type { FunctionDefinition, TermType } from '../../engine/calculation/define.js'
import type { QuestionType } from '../../engine/question/define.js'
import type { ConditionType } from '../../engine/rule/define.js'
import type { Refusal } from '../../ground/property/kind.js'

/** The contribution points of what products are made of. */
export type EvaluatedPoint = 'conditionTypes' | 'functions' | 'questionTypes' | 'termTypes'

export interface TwinModule {
  /** The name of the type or of the function. */
  readonly name: string
  /** Where that is contributed. */
  readonly of: EvaluatedPoint
  /** The script's file, an ES module that imports nothing and exports `declare`: `new URL('./browser/full-lengths.js', import.meta.url)`. */
  readonly script: URL
}

/** What a script is given of the service's own. */
export interface TwinKit {
  readonly Refusal: typeof Refusal
}

/** What `declare(kit)` returns: as it is contributed; of its properties only the keys count, labels and descriptions are not read. */
export type TwinDeclaration = ConditionType | FunctionDefinition | QuestionType | TermType
