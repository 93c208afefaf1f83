// The search space: for every question (and every answer of a multi-select question) the values that are still possible.
import { Refusal } from '../../foundation/property/kind.js'
import type { ProofModel } from '../proof/proof-model.js'
import { type EvaluationContext, currentDate, type CompiledQuestion, type Program } from '../program/program.js'
import type { ConfigurationState } from '../program/state.js'
import type { Preference } from './optimum-request.js'

/** A single value, or a range of numbers that rules cannot distinguish. */
export interface Piece {
  /** The value index of the subject in the proof model. */
  readonly value: number
  /** The selection text; '1' for a selected answer of a multi-select question. Null for an empty selection or free text. */
  readonly text: string | null
  /** The range of numbers, inclusive. Null for values that are not numbers. */
  readonly low: number | null
  readonly high: number | null
}

/** The possible values of a variable. The id changes with the pieces; it is a cheap cache key. */
export interface Domain {
  readonly id: number
  readonly pieces: readonly Piece[]
}

export interface Variable {
  readonly index: number
  readonly subject: number
  /** The index of the question in the program. */
  readonly question: number
  /** The index of the answer in a multi-select question; -1 for all other questions. */
  readonly answer: number
  /** True if the values are answers. */
  readonly isAnswer: boolean
  /** The distance between adjacent numbers. */
  readonly step: number
  readonly root: Domain
  /** True for texts and dates: one sample represents many values, so proofs hold only for the sample. */
  readonly sampled: boolean
}

/** The domain of each variable, by variable index. */
export type Box = readonly Domain[]

/** The step for numbers without a known step. */
const defaultStep = 0.0001
/** The limit for numbers without a static limit. */
const numberLimit = 1e9
/** Sample entries for questions that accept neither answers nor numbers. */
const samples = ['1', 'A', 'text', 'text@example.com', '#336699', '2030-06-14', '2030-06-17']

let lastId = 0

export function createDomain(pieces: readonly Piece[]): Domain {
  return { id: ++lastId, pieces }
}

export const isRange = ({ low, high }: Piece): boolean => low !== high

/** True if exactly one value remains. */
export function isFixed({ pieces }: Domain): boolean {
  return pieces.length === 1 && !isRange(pieces[0]!)
}

const roundDigits = (x: number): number => Number(x.toPrecision(15))

export function numberPiece(value: number, low: number, high: number): Piece {
  return { value, text: low === high ? String(low) : null, low, high }
}

const emptyPiece: Piece = { value: 0, text: null, low: null, high: null }

/** Splits a range into two halves on its grid. */
export function splitRange({ value, low, high }: Piece, step: number): readonly [Piece, Piece] {
  const middle = Math.max(low!, roundDigits(low! + Math.floor((high! - low!) / step / 2) * step))
  return [numberPiece(value, low!, middle), numberPiece(value, Math.min(high!, roundDigits(middle + step)), high!)]
}

/** The variables of a product, built from its questions. `start` contains the initial selections. */
export class Variables {
  readonly list: Variable[] = []
  /** The variables of each question. */
  readonly of: (readonly Variable[])[] = []
  /** Indexes of questions that only the customer can fill in. */
  readonly toFill = new Set<number>()

  constructor(
    private readonly program: Program,
    private readonly model: ProofModel,
    private readonly context: EvaluationContext,
    private readonly start: ConfigurationState,
    private readonly wishes: readonly Preference[],
  ) {
    for (const question of program.questions) this.of.push(this.createVariables(question))
  }

  private createVariables(question: CompiledQuestion): readonly Variable[] {
    const { id, index, type } = question
    const modelled = this.model.questionOf.get(id)!
    if (!type.takesAnswers) return [this.entryVariable(question, modelled.subjects[0]!)]
    const isSelectable = (answerId: number): boolean => {
      const answer = this.program.answerIndex.get(answerId)!
      return this.program.available[answer] === 1 || this.start.chosen[answer] === 1
    }
    const answers = modelled.answers.filter(({ id: answerId }) => isSelectable(answerId))
    if (type.multiple) {
      return answers.map(({ id: answerId, subject }) =>
        this.push(
          subject,
          index,
          [emptyPiece, { ...emptyPiece, value: 1, text: '1' }],
          1,
          this.program.answerIndex.get(answerId),
        ),
      )
    }
    const pieces = answers.map(({ id: answerId, value }) => ({ ...emptyPiece, value, text: String(answerId) }))
    return modelled.subjects.map((subject) => this.push(subject, index, [emptyPiece, ...pieces], 1))
  }

  private push(
    subject: number,
    question: number,
    pieces: readonly Piece[],
    step: number,
    answer = -1,
    sampled = false,
  ): Variable {
    const isAnswer = this.program.questions[question]!.type.takesAnswers
    // Costs are cached per piece object, so variables must not share pieces.
    const ownPieces = pieces.map((piece) => ({ ...piece }))
    const variable = {
      index: this.list.length,
      subject,
      question,
      answer,
      isAnswer,
      step,
      root: createDomain(ownPieces),
      sampled,
    }
    this.list.push(variable)
    return variable
  }

  private entryVariable(question: CompiledQuestion, subject: number): Variable {
    return question.kind === 'number' ? this.numberVariable(question, subject) : this.textVariable(question, subject)
  }

  /** Calculated limits are ignored here; the engine checks them later. Without a static limit the range is ±1e9. */
  private numberVariable({ index, id, source, type, settings }: CompiledQuestion, subject: number): Variable {
    const hints = type.entries?.(settings) ?? {}
    const staticLimit = (kind: 'none' | 'static' | 'calculated', at: number | null): number | null =>
      type.limited && kind === 'static' ? at : null
    const [min, max] = [staticLimit(source.set_min_value, source.minval), staticLimit(source.set_max_value, source.maxval)]
    const isAccepted = (value: number): boolean => this.isAccepted(index, String(roundDigits(value)))
    const base = min ?? 0
    const { step = 1 } = hints
    const hasStep = hints.whole || (step > defaultStep && isAccepted(base + step) && !isAccepted(base + step / 2))
    const grid = hints.whole ? 1 : hasStep ? step : defaultStep
    const first = hints.whole ? Math.ceil(base) : base
    const pieces: Piece[] = [emptyPiece]
    for (const [spanIndex, span] of this.model.spansOf(subject).entries()) {
      const value = spanIndex + 1
      if (span.kind === 'value') pieces.push(numberPiece(value, Number(span.value), Number(span.value)))
      if (span.kind !== 'between') continue
      const [from, to] = [Math.max(span.low, min ?? -numberLimit), Math.min(span.high, max ?? numberLimit)]
      const low = roundDigits(first + (Math.floor(roundDigits((from - first) / grid)) + 1) * grid)
      const high = roundDigits(first + (Math.ceil(roundDigits((to - first) / grid)) - 1) * grid)
      if (low <= high) pieces.push(numberPiece(value, low, high))
    }
    if (hints.listed) {
      const points = hints.listed.flatMap((text) =>
        (this.model.entryOf(id, text) ?? []).map(({ value }) => ({ ...numberPiece(value, Number(text), Number(text)), text })),
      )
      return this.push(subject, index, [emptyPiece, ...points], grid)
    }
    return this.push(subject, index, pieces, grid)
  }

  /**
   * The texts that rules or preferences name, and one accepted sample of the rest: the current entry, a suggested entry or a
   * fixed sample.
   */
  private textVariable({ index, id, source, type, settings }: CompiledQuestion, subject: number): Variable {
    const pieces: Piece[] = [emptyPiece]
    let sampled = false
    const preferred = this.wishes.flatMap(({ question_id, values = [] }) => (question_id === id ? values : []))
    const listedTexts = new Set([...(type.entries?.(settings).listed ?? []), ...preferred])
    const candidates = [this.start.text[index], source.default_value, ...listedTexts, ...samples]
    for (let value = 1; value < this.model.sizes[subject]!; value++) {
      const example = this.model.exampleOf(subject, value, () => 0.5)
      const belongs = (text: string): boolean => this.model.entryOf(id, text)?.[0]?.value === value
      const matching = [example, ...candidates].filter(
        (text): text is string => !!text && belongs(text) && this.isAccepted(index, text),
      )
      for (const text of new Set([matching[0], ...matching.filter((text) => listedTexts.has(text))]))
        if (text !== undefined) pieces.push({ ...emptyPiece, value, text })
      sampled ||= example === null
    }
    if (pieces.length === 1 && this.model.sizes[subject]! > 1) {
      this.toFill.add(index)
      pieces.push({ ...emptyPiece, value: this.model.sizes[subject]! - 1 })
    }
    return this.push(subject, index, pieces, 1, -1, sampled)
  }

  private isAccepted(index: number, text: string): boolean {
    const { type, settings, source } = this.program.questions[index]!
    const limits = {
      min: type.limited && source.set_min_value === 'static' ? source.minval : null,
      max: type.limited && source.set_max_value === 'static' ? source.maxval : null,
    }
    const outcome = type.validate?.(text, settings, {
      limits,
      now: this.context.now,
      today: currentDate(this.context),
      language: 'en',
      translate: (messageKey) => messageKey,
    })
    return !(outcome instanceof Refusal)
  }
}

/** The selection text of a question for the chosen pieces of its variables. */
export function toSelectionText(program: Program, variables: readonly Variable[], pieces: readonly Piece[]): string | null {
  const [first] = variables
  if (first === undefined) return null
  if (first.answer < 0) return pieces[first.index]!.text
  const ticked = variables.filter(({ index }) => pieces[index]!.text !== null)
  const ids = ticked.map(({ answer }) => program.answers[answer]!.id).sort((a, b) => a - b)
  return ids.length === 0 ? null : ids.join(',')
}
