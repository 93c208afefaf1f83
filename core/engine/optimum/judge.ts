// Checks a candidate configuration with the engine, and finds the changes by which a customer reaches it.
import { change, type SelectionInput } from '../program/configure.js'
import { figureNode } from '../program/program.js'
import { questionsOfNode } from '../program/reads.js'
import { State } from '../program/state.js'
import { missing } from '../program/view.js'
import { heldIn, type Piece, type Variables } from './box.js'

/** Questions whose selections conflict. */
export type Clash = readonly number[]

/** Maximum number of rounds in which all changes are applied. */
const maxRounds = 6
/** Maximum number of states in the search for a path. */
const maxStates = 1_500

export class Judge {
  /** The indexes of the questions that each rule reads. */
  private readonly questionsOfRule: (readonly number[])[]

  constructor(
    private readonly start: State,
    private readonly variables: Variables,
  ) {
    const { program } = start
    const questionSets = Array.from({ length: program.rules }, () => new Set<number>())
    for (const { index } of program.questions) {
      const { offsets: from, items } = program.questionReaders
      for (let i = from[index]!; i < from[index + 1]!; i++) questionSets[items[i]!]?.add(index)
    }
    for (let node = 0; node < program.nodes; node++) {
      const { offsets: from, items } = program.nodeReaders
      for (let i = from[node]!; i < from[node + 1]!; i++)
        if (items[i]! < program.rules)
          for (const question of questionsOfNode(program, node)) questionSets[items[i]!]!.add(question)
    }
    this.questionsOfRule = questionSets.map((questions) => [...questions])
  }

  /** The state with exactly these selections, without automatic changes. */
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

  /** The conflicts of a state. Empty if it is complete and stable. */
  clashes(state: State): readonly Clash[] {
    const { program } = state
    const { questions } = program
    const clashes: Clash[] = []
    for (const { index, firstAnswer, endAnswer } of questions) {
      if (state.text[index] === null) continue
      if (!state.applies(index)) clashes.push([index, ...this.questionsOfRule[index]!])
      for (let answer = firstAnswer; answer < endAnswer; answer++)
        if (state.chosen[answer] && !state.ownRule(answer))
          clashes.push([index, ...this.questionsOfRule[questions.length + answer]!])
    }
    for (const { question_id } of missing(state)) {
      const index = program.questionIndex.get(question_id)!
      if (state.text[index] === null) {
        if (!this.variables.toFill.has(index)) clashes.push(this.missingSelection(index))
      } else clashes.push(this.restrictedSelection(index))
    }
    return clashes
  }

  /** The questions that decide whether a missing selection is required or possible. */
  private missingSelection(index: number): Clash {
    const { questions } = this.start.program
    const { firstAnswer, endAnswer } = questions[index]!
    const indexes = [index, ...this.questionsOfRule[index]!]
    for (let answer = firstAnswer; answer < endAnswer; answer++) indexes.push(...this.questionsOfRule[questions.length + answer]!)
    return indexes
  }

  /** The questions that influence the limits, variant tables and prices of a question. */
  private restrictedSelection(index: number): Clash {
    const { program } = this.start
    const { id } = program.questions[index]!
    const nodes = [program.minNode[index]!, program.maxNode[index]!, figureNode(program, index, 0), figureNode(program, index, 1)]
    const tables = (program.source.tables ?? []).filter(({ question_ids }) => question_ids.includes(id))
    const columns = tables.flatMap(({ question_ids }) =>
      question_ids.flatMap((question) => program.questionIndex.get(question) ?? []),
    )
    return [index, ...columns, ...nodes.flatMap((node) => (node < 0 ? [] : questionsOfNode(program, node)))]
  }

  /** The changes from the start to the target, as a customer would make them. Null if none were found. */
  path(target: State): readonly SelectionInput[] | null {
    return this.directPath(target) ?? this.searchPath(target)
  }

  /** Enters every difference, question by question, until all selections are stable. */
  private directPath(target: State): readonly SelectionInput[] | null {
    const state = this.start.fork()
    const changes: SelectionInput[] = []
    for (let round = 0; round < maxRounds; round++) {
      const differences = differentQuestions(state, target)
      if (differences.length === 0) return changes
      for (const index of differences) {
        const value = target.text[index]!
        // Clearing waits for one round, because a selection may be removed automatically.
        if (state.text[index] === value || (value === null && round === 0)) continue
        const entry = { question_id: target.program.questions[index]!.id, value }
        if (change(state, entry, true).refused === null) changes.push(entry)
      }
    }
    return differentQuestions(state, target).length === 0 ? changes : null
  }

  /** Breadth-first search over all orders of entries, with clearing in between. Stops after `maxStates` states. */
  private searchPath(target: State): readonly SelectionInput[] | null {
    const { questions } = target.program
    const stateKey = ({ text }: State): string => JSON.stringify(text)
    const visited = new Set([stateKey(this.start)])
    let frontier: { readonly state: State; readonly made: readonly SelectionInput[] }[] = [{ state: this.start, made: [] }]
    while (frontier.length > 0) {
      const next: typeof frontier = []
      for (const { state, made: changes } of frontier) {
        const differences = differentQuestions(state, target)
        if (differences.length === 0) return changes
        for (const index of differences) {
          for (const value of new Set([target.text[index]!, null])) {
            const entry = { question_id: questions[index]!.id, value }
            const trial = state.fork()
            if (change(trial, entry, true).refused !== null || visited.has(stateKey(trial))) continue
            if (visited.size >= maxStates) return null
            visited.add(stateKey(trial))
            next.push({ state: trial, made: [...changes, entry] })
          }
        }
      }
      frontier = next
    }
    return null
  }
}

function differentQuestions(state: State, target: State): readonly number[] {
  return target.program.questions.flatMap(({ index }) => (state.text[index] === target.text[index] ? [] : [index]))
}
