// The syntax tree of code after validation, and the limits of code.
import type { Operand } from '../question/operand.js'

export const codeLimits = { characters: 4_000, nodes: 500, depth: 50 } as const

export const placeholders = ['A', 'B', 'C', 'D'] as const
export type Placeholder = (typeof placeholders)[number]

/** The column with the question id of each placeholder. */
export const placeholderColumns = {
  A: 'question_id_a',
  B: 'question_id_b',
  C: 'question_id_c',
  D: 'question_id_d',
} as const satisfies Readonly<Record<Placeholder, string>>

/** The question id of a placeholder, or null. */
export function placeholderQuestion(
  source: Readonly<Record<(typeof placeholderColumns)[Placeholder], number | null>>,
  letter: Placeholder,
): number | null {
  return source[placeholderColumns[letter]]
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>='

export type CodeNode =
  | { readonly kind: 'literal'; readonly value: number | string | boolean }
  | { readonly kind: 'placeholder'; readonly letter: Placeholder }
  | { readonly kind: 'total'; readonly recurring: boolean }
  | { readonly kind: 'read'; readonly operand: Operand; readonly source: string }
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!'; readonly argument: CodeNode }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: CodeNode; readonly right: CodeNode }
  | { readonly kind: 'logical'; readonly operator: '&&' | '||'; readonly left: CodeNode; readonly right: CodeNode }
  | { readonly kind: 'conditional'; readonly test: CodeNode; readonly yes: CodeNode; readonly no: CodeNode }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly CodeNode[] }
  | { readonly kind: 'math'; readonly name: string; readonly parameters: readonly CodeNode[] }

/** The supported functions of `Math`, each with its minimum and maximum number of parameters. */
export const mathFunctions: ReadonlyMap<
  string,
  { readonly min: number; readonly max: number; readonly run: (...x: number[]) => number }
> = new Map(
  Object.entries({
    abs: { min: 1, max: 1, run: Math.abs },
    ceil: { min: 1, max: 1, run: Math.ceil },
    floor: { min: 1, max: 1, run: Math.floor },
    max: { min: 1, max: 50, run: Math.max },
    min: { min: 1, max: 50, run: Math.min },
    pow: { min: 2, max: 2, run: (x: number, y: number) => x ** y },
    round: { min: 1, max: 1, run: Math.round },
    sign: { min: 1, max: 1, run: Math.sign },
    sqrt: { min: 1, max: 1, run: Math.sqrt },
    trunc: { min: 1, max: 1, run: Math.trunc },
  }),
)

export const mathConstants: ReadonlyMap<string, number> = new Map([
  ['E', Math.E],
  ['PI', Math.PI],
])

/** The child nodes, in order of evaluation. */
function partsOf(node: CodeNode): readonly CodeNode[] {
  switch (node.kind) {
    case 'unary':
      return [node.argument]
    case 'binary':
    case 'logical':
      return [node.left, node.right]
    case 'conditional':
      return [node.test, node.yes, node.no]
    case 'call':
    case 'math':
      return node.parameters
    default:
      return []
  }
}

/** All nodes of a tree, parents first. */
export function* walkCode(node: CodeNode): Generator<CodeNode> {
  yield node
  for (const part of partsOf(node)) yield* walkCode(part)
}
