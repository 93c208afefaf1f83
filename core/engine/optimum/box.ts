// What is still open in a search: for every question, and every answer of one with several, the values that are left.
import { Refusal } from '../../ground/property/kind.js'
import type { Abstraction } from '../proof/abstract.js'
import { type EvaluationContext, todayOf } from '../program/context.js'
import type { CompiledQuestion, Program } from '../program/program.js'
import type { State } from '../program/state.js'
import type { Wish } from './define.js'

/** One value, or the numbers between two ends that the proofs' model cannot tell apart. */
export interface Piece {
  /** The place among the values of the subject. */
  readonly value: number
  /** As it is held, for an answer that can be ticked '1'; null for nothing, and for what only the shopper can fill in. */
  readonly text: string | null
  /** Numbers from here to there; both null for what is no number. */
  readonly low: number | null
  readonly high: number | null
}

/** Pieces that are left to a variable. The same pieces are the same object where that is cheap to see. */
export interface Domain {
  readonly id: number
  readonly pieces: readonly Piece[]
}

export interface Variable {
  readonly index: number
  readonly subject: number
  /** The place of the question in the program. */
  readonly question: number
  /** The place of the answer that is ticked or not; -1 for a question that holds one value. */
  readonly answer: number
  /** Its values are answers, or an answer and none. */
  readonly isAnswer: boolean
  /** The distance of neighbouring numbers. */
  readonly step: number
  readonly root: Domain
  /** Texts and dates stand for many others: what is proven of them is proven of these. */
  readonly sampled: boolean
}

/** By variable. */
export type Box = readonly Domain[]

/** Numbers are told apart to so many places where nothing coarser is known. */
const finest = 0.0001
/** Where no limit says anything. */
const farthest = 1e9
/** Entries that are tried for questions that take neither answers nor numbers. */
const samples = ['1', 'A', 'text', 'text@example.com', '#336699', '2030-06-14', '2030-06-17']

let made = 0

export function domainOf(pieces: readonly Piece[]): Domain {
  return { id: ++made, pieces }
}

export const isRange = ({ low, high }: Piece): boolean => low !== high

/** Exactly one value is left. */
export function isFixed({ pieces }: Domain): boolean {
  return pieces.length === 1 && !isRange(pieces[0]!)
}

const plain = (x: number): number => Number(x.toPrecision(15))

export function numberPiece(value: number, low: number, high: number): Piece {
  return { value, text: low === high ? String(low) : null, low, high }
}

const nothing: Piece = { value: 0, text: null, low: null, high: null }

/** The two halves of a range, on its grid. */
export function halves({ value, low, high }: Piece, step: number): readonly [Piece, Piece] {
  const middle = Math.max(low!, plain(low! + Math.floor((high! - low!) / step / 2) * step))
  return [numberPiece(value, low!, middle), numberPiece(value, Math.min(high!, plain(middle + step)), high!)]
}

/** Lays out the variables of a product. `fresh` is a state in which limits are asked; `held` what stands at the outset. */
export class Variables {
  readonly list: Variable[] = []
  /** By question. */
  readonly of: (readonly Variable[])[] = []
  /** Questions that only the shopper can fill in. */
  readonly toFill = new Set<number>()

  constructor(
    private readonly program: Program,
    private readonly model: Abstraction,
    private readonly context: EvaluationContext,
    private readonly start: State,
    private readonly wishes: readonly Wish[],
  ) {
    for (const question of program.questions) this.of.push(this.lay(question))
  }

  private lay(question: CompiledQuestion): readonly Variable[] {
    const { id, index, type } = question
    const known = this.model.questionOf.get(id)!
    if (!type.takesAnswers) return [this.entries(question, known.subjects[0]!)]
    const may = (answerId: number): boolean => {
      const answer = this.program.answerIndex.get(answerId)!
      return this.program.available[answer] === 1 || this.start.chosen[answer] === 1
    }
    const answers = known.answers.filter(({ id: answerId }) => may(answerId))
    if (type.multiple) {
      return answers.map(({ id: answerId, subject }) =>
        this.push(subject, index, [nothing, { ...nothing, value: 1, text: '1' }], 1, this.program.answerIndex.get(answerId)),
      )
    }
    const pieces = answers.map(({ id: answerId, value }) => ({ ...nothing, value, text: String(answerId) }))
    return known.subjects.map((subject) => this.push(subject, index, [nothing, ...pieces], 1))
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
    // What is known of a piece is kept by the piece, so no two variables share one.
    const own = pieces.map((piece) => ({ ...piece }))
    const variable = { index: this.list.length, subject, question, answer, isAnswer, step, root: domainOf(own), sampled }
    this.list.push(variable)
    return variable
  }

  private entries(question: CompiledQuestion, subject: number): Variable {
    return question.kind === 'number' ? this.numbers(question, subject) : this.texts(question, subject)
  }

  /** Limits that are calculated are left to what judges a configuration: here they are as far as numbers go. */
  private numbers({ index, id, source, type, settings }: CompiledQuestion, subject: number): Variable {
    const hints = type.entries?.(settings) ?? {}
    const fixed = (kind: 'none' | 'static' | 'calculated', at: number | null): number | null =>
      type.limited && kind === 'static' ? at : null
    const [min, max] = [fixed(source.set_min_value, source.minval), fixed(source.set_max_value, source.maxval)]
    const takes = (value: number): boolean => this.takes(index, String(plain(value)))
    const base = min ?? 0
    const { step = 1 } = hints
    const stepped = hints.whole || (step > finest && takes(base + step) && !takes(base + step / 2))
    const grid = hints.whole ? 1 : stepped ? step : finest
    const first = hints.whole ? Math.ceil(base) : base
    const pieces: Piece[] = [nothing]
    for (const [place, span] of this.model.spansOf(subject).entries()) {
      const value = place + 1
      if (span.kind === 'value') pieces.push(numberPiece(value, Number(span.value), Number(span.value)))
      if (span.kind !== 'between') continue
      const [from, to] = [Math.max(span.low, min ?? -farthest), Math.min(span.high, max ?? farthest)]
      const low = plain(first + (Math.floor(plain((from - first) / grid)) + 1) * grid)
      const high = plain(first + (Math.ceil(plain((to - first) / grid)) - 1) * grid)
      if (low <= high) pieces.push(numberPiece(value, low, high))
    }
    if (hints.listed) {
      const points = hints.listed.flatMap((text) =>
        (this.model.entryOf(id, text) ?? []).map(({ value }) => ({ ...numberPiece(value, Number(text), Number(text)), text })),
      )
      return this.push(subject, index, [nothing, ...points], grid)
    }
    return this.push(subject, index, pieces, grid)
  }

  /** The texts that rules name or a shopper wishes, and of all others one that is taken: what is held, what is proposed, or a sample. */
  private texts({ index, id, source, type, settings }: CompiledQuestion, subject: number): Variable {
    const pieces: Piece[] = [nothing]
    let sampled = false
    const wished = this.wishes.flatMap(({ question_id, values = [] }) => (question_id === id ? values : []))
    const named = new Set([...(type.entries?.(settings).listed ?? []), ...wished])
    const tried = [this.start.text[index], source.default_value, ...named, ...samples]
    for (let value = 1; value < this.model.sizes[subject]!; value++) {
      const own = this.model.exampleOf(subject, value, () => 0.5)
      const belongs = (text: string): boolean => this.model.entryOf(id, text)?.[0]?.value === value
      const fitting = [own, ...tried].filter((text): text is string => !!text && belongs(text) && this.takes(index, text))
      for (const text of new Set([fitting[0], ...fitting.filter((one) => named.has(one))]))
        if (text !== undefined) pieces.push({ ...nothing, value, text })
      sampled ||= own === null
    }
    if (pieces.length === 1 && this.model.sizes[subject]! > 1) {
      this.toFill.add(index)
      pieces.push({ ...nothing, value: this.model.sizes[subject]! - 1 })
    }
    return this.push(subject, index, pieces, 1, -1, sampled)
  }

  private takes(index: number, text: string): boolean {
    const { type, settings, source } = this.program.questions[index]!
    const limits = {
      min: type.limited && source.set_min_value === 'static' ? source.minval : null,
      max: type.limited && source.set_max_value === 'static' ? source.maxval : null,
    }
    const judged = type.validate?.(text, settings, {
      limits,
      now: this.context.now,
      today: todayOf(this.context),
      language: 'en',
      say: (sentence) => sentence,
    })
    return !(judged instanceof Refusal)
  }
}

/** What a question holds in the given pieces of its variables. */
export function heldIn(program: Program, variables: readonly Variable[], pieces: readonly Piece[]): string | null {
  const [first] = variables
  if (first === undefined) return null
  if (first.answer < 0) return pieces[first.index]!.text
  const ticked = variables.filter(({ index }) => pieces[index]!.text !== null)
  const ids = ticked.map(({ answer }) => program.answers[answer]!.id).sort((a, b) => a - b)
  return ids.length === 0 ? null : ids.join(',')
}
