// Wraps plugin types: if their code throws, the log and the error name the owner, type, question and product.
import { type FunctionDefinition, type TermType, argumentReferences, type ConditionType } from '../engine/question/operand.js'
import { type EngineTypes, createEngineTypes } from '../engine/program/source.js'
import type { FieldDefinition, QuestionSettings, QuestionType } from '../engine/question/question-type.js'
import { ServiceError } from '../foundation/errors.js'
import type { Registry } from '../model/registry.js'

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
