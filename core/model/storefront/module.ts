// Declares browser scripts of plugins: renderers of question types in the storefront, and types and functions of the client engine.
import type { FunctionDefinition, TermType, ConditionType } from '../../engine/question/operand.js'
import type { QuestionType } from '../../engine/question/question-type.js'
import type { Refusal } from '../../foundation/property/kind.js'

export interface StorefrontModule {
  /** The name of the question type. The custom element is called `svc-question-<name>`, in lower case. */
  readonly name: string
  /** URL of the script, an ES module without imports: `new URL('./browser/ral-colour.js', import.meta.url)`. */
  readonly script: URL
}

/** The configurator sets it as the element's property `state` before each render. The element renders into itself, without shadow DOM. */
export interface QuestionElementState {
  /** The id of the form control; the label refers to it. */
  readonly id: string
  /** Ids for the control's `aria-describedby`. */
  readonly describedBy: string
  readonly title: string
  /** The question as in the catalogue, with the settings that its type publishes: `question['ral_series']`. */
  readonly question: Readonly<Record<string, unknown>>
  /** A language tag. */
  readonly language: string
  /** The shopper's current input, otherwise the stored selection; '' if empty. */
  readonly value: string
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
  /** Submits a completed input. '' clears the selection. */
  select(value: string): void
  /** Registers an unfinished input. It is submitted after a short pause. */
  type(value: string): void
}

/** Contribution points with code that the client engine evaluates. */
export type ClientEvaluatedPoint = 'conditionTypes' | 'functions' | 'questionTypes' | 'termTypes'

/** Declares a browser script that evaluates a plugin's type or function in the client engine, without server dependencies. */
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
