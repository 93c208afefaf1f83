// Judges a whole configuration by the engine itself: what of it does not hold, and by which changes a shopper comes there.
import { change, type SelectionInput } from '../program/configure.js'
import { figureNode } from '../program/program.js'
import { questionsOfNode } from '../program/reads.js'
import { State } from '../program/state.js'
import { missing } from '../program/view.js'
import { heldIn, type Piece, type Variables } from './box.js'

/** Questions whose selections together are not possible. */
export type Clash = readonly number[]

/** Rounds in which the changes are made until they stand. */
const rounds = 6
/** States that are tried on other ways. */
const mostStates = 1_500

export class Judge {
  /** By rule: the questions behind it. */
  private readonly behind: (readonly number[])[]

  constructor(
    private readonly start: State,
    private readonly variables: Variables,
  ) {
    const { program } = start
    const found = Array.from({ length: program.rules }, () => new Set<number>())
    for (const { index } of program.questions) {
      const { start: from, items } = program.questionReaders
      for (let i = from[index]!; i < from[index + 1]!; i++) found[items[i]!]?.add(index)
    }
    for (let node = 0; node < program.nodes; node++) {
      const { start: from, items } = program.nodeReaders
      for (let i = from[node]!; i < from[node + 1]!; i++)
        if (items[i]! < program.rules) for (const question of questionsOfNode(program, node)) found[items[i]!]!.add(question)
    }
    this.behind = found.map((questions) => [...questions])
  }

  /** The configuration, settled by nobody. */
  stateOf(pieces: readonly Piece[]): State {
    const { program, context } = this.start
    const state = new State(program, context)
    for (const { index } of program.questions) {
      const text = heldIn(program, this.variables.of[index]!, pieces)
      if (text !== null) state.hold(index, text)
    }
    state.judgeAll()
    return state
  }

  /** What does not hold of it; none where it is whole and stays as it is. */
  clashes(state: State): readonly Clash[] {
    const { program } = state
    const { questions } = program
    const clashes: Clash[] = []
    for (const { index, firstAnswer, endAnswer } of questions) {
      if (state.text[index] === null) continue
      if (!state.applies(index)) clashes.push([index, ...this.behind[index]!])
      for (let answer = firstAnswer; answer < endAnswer; answer++)
        if (state.chosen[answer] && !state.ownRule(answer)) clashes.push([index, ...this.behind[questions.length + answer]!])
    }
    for (const { question_id } of missing(state)) {
      const index = program.questionIndex.get(question_id)!
      if (state.text[index] === null) {
        if (!this.variables.toFill.has(index)) clashes.push(this.gap(index))
      } else clashes.push(this.objection(index))
    }
    return clashes
  }

  /** What a question hangs on that is to be answered and is not. */
  private gap(index: number): Clash {
    const { questions } = this.start.program
    const { firstAnswer, endAnswer } = questions[index]!
    const found = [index, ...this.behind[index]!]
    for (let answer = firstAnswer; answer < endAnswer; answer++) found.push(...this.behind[questions.length + answer]!)
    return found
  }

  /** What limits, variant tables and prices of a question hang on. */
  private objection(index: number): Clash {
    const { program } = this.start
    const { id } = program.questions[index]!
    const nodes = [program.minNode[index]!, program.maxNode[index]!, figureNode(program, index, 0), figureNode(program, index, 1)]
    const tables = (program.source.tables ?? []).filter(({ question_ids }) => question_ids.includes(id))
    const columns = tables.flatMap(({ question_ids }) => question_ids.flatMap((one) => program.questionIndex.get(one) ?? []))
    return [index, ...columns, ...nodes.flatMap((node) => (node < 0 ? [] : questionsOfNode(program, node)))]
  }

  /** Changes that lead from the outset to the configuration, each as a shopper makes it; null where none were found. */
  path(target: State): readonly SelectionInput[] | null {
    return this.straight(target) ?? this.around(target)
  }

  /** Enters whatever differs, question by question, until all of it stands. */
  private straight(target: State): readonly SelectionInput[] | null {
    const state = this.start.fork()
    const made: SelectionInput[] = []
    for (let round = 0; round < rounds; round++) {
      const open = differing(state, target)
      if (open.length === 0) return made
      for (const index of open) {
        const value = target.text[index]!
        // What is to be emptied waits a round: it may go by itself.
        if (state.text[index] === value || (value === null && round === 0)) continue
        const entry = { question_id: target.program.questions[index]!.id, value }
        if (change(state, entry, true).refused === null) made.push(entry)
      }
    }
    return differing(state, target).length === 0 ? made : null
  }

  /** Tries the entries in every order, emptying between them, nearest first; gives up after so many states. */
  private around(target: State): readonly SelectionInput[] | null {
    const { questions } = target.program
    const spell = ({ text }: State): string => JSON.stringify(text)
    const seen = new Set([spell(this.start)])
    let waiting: { readonly state: State; readonly made: readonly SelectionInput[] }[] = [{ state: this.start, made: [] }]
    while (waiting.length > 0) {
      const next: typeof waiting = []
      for (const { state, made } of waiting) {
        const open = differing(state, target)
        if (open.length === 0) return made
        for (const index of open) {
          for (const value of new Set([target.text[index]!, null])) {
            const entry = { question_id: questions[index]!.id, value }
            const trial = state.fork()
            if (change(trial, entry, true).refused !== null || seen.has(spell(trial))) continue
            if (seen.size >= mostStates) return null
            seen.add(spell(trial))
            next.push({ state: trial, made: [...made, entry] })
          }
        }
      }
      waiting = next
    }
    return null
  }
}

function differing(state: State, target: State): readonly number[] {
  return target.program.questions.flatMap(({ index }) => (state.text[index] === target.text[index] ? [] : [index]))
}
