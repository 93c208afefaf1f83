// Which selections lie behind a value, through calculations and prices. Worked out when something is first explained.
import type { Notes } from './graph.js'
import type { Program } from './program.js'

/** Notes what a condition or an operand reads itself. */
export class Recorder implements Notes {
  selections: number[] = []
  nodes: number[] = []
  readsSelection(question: number): void {
    this.selections.push(question)
  }
  readsNode(node: number): void {
    this.nodes.push(node)
  }
}

interface Reads {
  readonly selections: number[]
  readonly nodes: number[]
}

/** For every node: which selections and nodes it reads; and what lies behind those that were asked for. */
interface Known {
  readonly reads: readonly Reads[]
  readonly behind: Map<number, readonly number[]>
}

const knownByProgram = new WeakMap<Program, Known>()

function knownOf(program: Program): Known {
  const known = knownByProgram.get(program)
  if (known) return known
  const reads = Array.from({ length: program.nodes }, (): Reads => ({ selections: [], nodes: [] }))
  const collect = (rows: Program['nodeReaders'], key: 'selections' | 'nodes'): void => {
    for (let from = 0; from + 1 < rows.start.length; from++) {
      for (let i = rows.start[from]!; i < rows.start[from + 1]!; i++) {
        const node = rows.items[i]! - program.rules
        if (node >= 0) reads[node]![key].push(from)
      }
    }
  }
  collect(program.questionReaders, 'selections')
  collect(program.nodeReaders, 'nodes')
  const made = { reads, behind: new Map<number, readonly number[]>() }
  knownByProgram.set(program, made)
  return made
}

/** A total does not depend on a question whose price is 0 whatever is selected. */
function addsNothing(program: Program, reader: number, node: number): boolean {
  return reader >= program.firstTotal && program.countless[node - program.firstFigure] === 1
}

/** Indexes of the questions behind what was noted, ascending. */
export function questionsBehind(program: Program, { selections, nodes }: Reads): readonly number[] {
  const { reads } = knownOf(program)
  const found = new Set(selections)
  const seen = new Set(nodes)
  const open = [...nodes]
  while (open.length > 0) {
    const from = open.pop()!
    for (const question of reads[from]!.selections) found.add(question)
    for (const node of reads[from]!.nodes) {
      if (seen.has(node) || addsNothing(program, from, node)) continue
      seen.add(node)
      open.push(node)
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** The questions behind a value node. */
export function questionsOfNode(program: Program, node: number): readonly number[] {
  const { behind } = knownOf(program)
  const known = behind.get(node) ?? questionsBehind(program, { selections: [], nodes: [node] })
  behind.set(node, known)
  return known
}
