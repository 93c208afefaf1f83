// Declares a browser script that evaluates a plugin's type or function in the client engine, without server dependencies.
import type { FunctionDefinition, TermType } from '../../engine/calculation/term-type.js'
import type { QuestionType } from '../../engine/question/question-type.js'
import type { ConditionType } from '../../engine/rule/condition-type.js'
import type { Refusal } from '../../foundation/property/kind.js'

/** Contribution points with code that the client engine evaluates. */
export type ClientEvaluatedPoint = 'conditionTypes' | 'functions' | 'questionTypes' | 'termTypes'

export interface ClientModule {
  /** The name of the type or function. */
  readonly name: string
  /** Its contribution point. */
  readonly of: ClientEvaluatedPoint
  /** URL of the script, an ES module without imports that exports `declare`: `new URL('./browser/full-lengths.js', import.meta.url)`. */
  readonly script: URL
}

/** The parts of the service that a script receives. */
export interface ClientModuleKit {
  readonly Refusal: typeof Refusal
}

/** The result of `declare(kit)`: the contributed object. Labels and descriptions of its properties are not used. */
export type ClientModuleDeclaration = ConditionType | FunctionDefinition | QuestionType | TermType
