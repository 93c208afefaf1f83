// Checks a candidate configuration with the engine, and finds the changes by which a customer reaches it.
import { changeSelection, type SelectionInput, findMissing } from '../program/configuration.js'
import { measureNode } from '../program/program.js'
import { questionsOfNode } from '../program/dependency-graph.js'
import { ConfigurationState } from '../program/state.js'
import { toSelectionText, type Piece, type Variables } from './box.js'

/** Questions whose selections conflict. */
export type SelectionConflict = readonly number[]

/** Maximum number of rounds in which all changes are applied. */
const maxRounds = 6
/** Maximum number of states in the search for a path. */
const maxStates = 1_500

export class CandidateChecker {
  /** The indexes of the questions that each rule reads. */
  private readonly questionsOfRule: (readonly number[])[]

  constructor(
    private readonly start: ConfigurationState,
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
  createState(pieces: readonly Piece[]): ConfigurationState {
    const { program, context } = this.start
    const state = new ConfigurationState(program, context)
    for (const { index } of program.questions) {
      const text = toSelectionText(program, this.variables.of[index]!, pieces)
      if (text !== null) state.setSelection(index, text)
    }
    state.evaluateAllRules()
    return state
  }

  /** The conflicts of a state. Empty if it is complete and stable. */
  findConflicts(state: ConfigurationState): readonly SelectionConflict[] {
    const { program } = state
    const { questions } = program
    const clashes: SelectionConflict[] = []
    for (const { index, firstAnswer, endAnswer } of questions) {
      if (state.text[index] === null) continue
      if (!state.applies(index)) clashes.push([index, ...this.questionsOfRule[index]!])
      for (let answer = firstAnswer; answer < endAnswer; answer++)
        if (state.chosen[answer] && !state.ownRule(answer))
          clashes.push([index, ...this.questionsOfRule[questions.length + answer]!])
    }
    for (const { question_id } of findMissing(state)) {
      const index = program.questionIndex.get(question_id)!
      if (state.text[index] === null) {
        if (!this.variables.toFill.has(index)) clashes.push(this.missingSelection(index))
      } else clashes.push(this.restrictedSelection(index))
    }
    return clashes
  }

  /** The questions that decide whether a missing selection is required or possible. */
  private missingSelection(index: number): SelectionConflict {
    const { questions } = this.start.program
    const { firstAnswer, endAnswer } = questions[index]!
    const indexes = [index, ...this.questionsOfRule[index]!]
    for (let answer = firstAnswer; answer < endAnswer; answer++) indexes.push(...this.questionsOfRule[questions.length + answer]!)
    return indexes
  }

  /** The questions that influence the limits, variant tables and prices of a question. */
  private restrictedSelection(index: number): SelectionConflict {
    const { program } = this.start
    const { id } = program.questions[index]!
    const nodes = [
      program.minNode[index]!,
      program.maxNode[index]!,
      measureNode(program, index, 0),
      measureNode(program, index, 1),
    ]
    const tables = (program.source.tables ?? []).filter(({ question_ids }) => question_ids.includes(id))
    const columns = tables.flatMap(({ question_ids }) =>
      question_ids.flatMap((question) => program.questionIndex.get(question) ?? []),
    )
    return [index, ...columns, ...nodes.flatMap((node) => (node < 0 ? [] : questionsOfNode(program, node)))]
  }

  /** The changes from the start to the target, as a customer would make them. Null if none were found. */
  findPath(target: ConfigurationState): readonly SelectionInput[] | null {
    return this.directPath(target) ?? this.searchPath(target)
  }

  /** Enters every difference, question by question, until all selections are stable. */
  private directPath(target: ConfigurationState): readonly SelectionInput[] | null {
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
        if (changeSelection(state, entry, true).refused === null) changes.push(entry)
      }
    }
    return differentQuestions(state, target).length === 0 ? changes : null
  }

  /** Breadth-first search over all orders of entries, with clearing in between. Stops after `maxStates` states. */
  private searchPath(target: ConfigurationState): readonly SelectionInput[] | null {
    const { questions } = target.program
    const stateKey = ({ text }: ConfigurationState): string => JSON.stringify(text)
    const visited = new Set([stateKey(this.start)])
    let frontier: { readonly state: ConfigurationState; readonly made: readonly SelectionInput[] }[] = [
      { state: this.start, made: [] },
    ]
    while (frontier.length > 0) {
      const next: typeof frontier = []
      for (const { state, made: changes } of frontier) {
        const differences = differentQuestions(state, target)
        if (differences.length === 0) return changes
        for (const index of differences) {
          for (const value of new Set([target.text[index]!, null])) {
            const entry = { question_id: questions[index]!.id, value }
            const trial = state.fork()
            if (changeSelection(trial, entry, true).refused !== null || visited.has(stateKey(trial))) continue
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

function differentQuestions(state: ConfigurationState, target: ConfigurationState): readonly number[] {
  return target.program.questions.flatMap(({ index }) => (state.text[index] === target.text[index] ? [] : [index]))
}
