// Boolean formulas over subjects with finitely many values, interned and in negation normal form; and the proof model made of them.

/** The id of an interned formula. Equal formulas have equal ids within one store. */
export type FormulaId = number

export const FALSE: FormulaId = 0
export const TRUE: FormulaId = 1

type FormulaNode =
  | { readonly kind: 'false' }
  | { readonly kind: 'true' }
  /** The subject has one of the values. Values are ascending; neither empty nor all values of the subject. */
  | { readonly kind: 'in'; readonly subject: number; readonly values: readonly number[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FormulaId[] }

/** A store of interned formulas. `sizes[s]` is the number of values of subject s. */
export class Formulas {
  private readonly nodes: FormulaNode[] = [{ kind: 'false' }, { kind: 'true' }]
  private readonly supports: (readonly number[])[] = [[], []]
  private readonly interned = new Map<string, FormulaId>()
  private readonly negations = new Map<FormulaId, FormulaId>([
    [FALSE, TRUE],
    [TRUE, FALSE],
  ])

  constructor(private readonly sizes: readonly number[]) {}

  node(id: FormulaId): FormulaNode {
    return this.nodes[id]!
  }

  /** The subjects of the formula, ascending. */
  support(id: FormulaId): readonly number[] {
    return this.supports[id]!
  }

  /** The subject has one of the values (in any order, duplicates allowed). */
  in(subject: number, values: Iterable<number>): FormulaId {
    const sorted = [...new Set(values)].sort((a, b) => a - b)
    if (sorted.length === 0) return FALSE
    if (sorted.length === this.sizes[subject]) return TRUE
    return this.intern(`${subject}:${sorted.join(',')}`, { kind: 'in', subject, values: sorted }, [subject])
  }

  and(parts: Iterable<FormulaId>): FormulaId {
    return combineSimple(parts, TRUE, FALSE) ?? this.combine('and', parts, TRUE, FALSE)
  }

  or(parts: Iterable<FormulaId>): FormulaId {
    return combineSimple(parts, FALSE, TRUE) ?? this.combine('or', parts, FALSE, TRUE)
  }

  not(id: FormulaId): FormulaId {
    const existing = this.negations.get(id)
    if (existing !== undefined) return existing
    const node = this.nodes[id]!
    let negated: FormulaId
    if (node.kind === 'in') {
      const included = new Set(node.values)
      const otherValues: number[] = []
      for (let value = 0; value < this.sizes[node.subject]!; value++) if (!included.has(value)) otherValues.push(value)
      negated = this.in(node.subject, otherValues)
    } else if (node.kind === 'and') negated = this.or(node.parts.map((part) => this.not(part)))
    else if (node.kind === 'or') negated = this.and(node.parts.map((part) => this.not(part)))
    else negated = id === TRUE ? FALSE : TRUE
    this.negations.set(id, negated)
    this.negations.set(negated, id)
    return negated
  }

  implies(premise: FormulaId, conclusion: FormulaId): FormulaId {
    if (conclusion === TRUE) return TRUE
    return this.or([this.not(premise), conclusion])
  }

  /** Simplifies the formula for a known value of a subject. `memo` must be used for a single pair of subject and value. */
  restrict(id: FormulaId, subject: number, value: number, memo = new Map<FormulaId, FormulaId>()): FormulaId {
    if (!this.reads(id, subject)) return id
    const existing = memo.get(id)
    if (existing !== undefined) return existing
    const node = this.nodes[id]!
    let result = id
    if (node.kind === 'in') result = node.values.includes(value) ? TRUE : FALSE
    else if (node.kind === 'and') result = this.and(node.parts.map((part) => this.restrict(part, subject, value, memo)))
    else if (node.kind === 'or') result = this.or(node.parts.map((part) => this.restrict(part, subject, value, memo)))
    memo.set(id, result)
    return result
  }

  /** Whether the formula holds for the given value of every subject. */
  holds(id: FormulaId, values: ArrayLike<number>): boolean {
    const node = this.nodes[id]!
    if (node.kind === 'in') return node.values.includes(values[node.subject]!)
    if (node.kind === 'and') return node.parts.every((part) => this.holds(part, values))
    if (node.kind === 'or') return node.parts.some((part) => this.holds(part, values))
    return node.kind === 'true'
  }

  private reads(id: FormulaId, subject: number): boolean {
    const support = this.supports[id]!
    let low = 0
    let high = support.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const candidate = support[middle]!
      if (candidate === subject) return true
      if (candidate < subject) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  private combine(kind: 'and' | 'or', inputs: Iterable<FormulaId>, neutral: FormulaId, absorbing: FormulaId): FormulaId {
    const parts = new Set<FormulaId>()
    const sets = new Map<number, readonly number[]>()
    const collect = (id: FormulaId): boolean => {
      const node = this.nodes[id]!
      if (id === absorbing) return false
      if (node.kind === kind) return node.parts.every(collect)
      // Several restrictions of one subject are combined: intersection for and, union for or.
      if (node.kind === 'in') sets.set(node.subject, mergeValues(kind, sets.get(node.subject), node.values))
      else if (id !== neutral) parts.add(id)
      return true
    }
    for (const id of inputs) if (!collect(id)) return absorbing
    for (const [subject, values] of sets) {
      const id = this.in(subject, values)
      if (id === absorbing) return absorbing
      if (id !== neutral) parts.add(id)
    }
    for (const part of parts) if (parts.has(this.negations.get(part) ?? -1)) return absorbing
    if (parts.size === 0) return neutral
    if (parts.size === 1) return parts.values().next().value!
    const sorted = [...parts].sort((a, b) => a - b)
    const support = new Set<number>()
    for (const part of sorted) for (const subject of this.supports[part]!) support.add(subject)
    return this.intern(
      `${kind}${sorted.join(',')}`,
      { kind, parts: sorted },
      [...support].sort((a, b) => a - b),
    )
  }

  private intern(key: string, node: FormulaNode, support: readonly number[]): FormulaId {
    const existing = this.interned.get(key)
    if (existing !== undefined) return existing
    const id = this.nodes.length
    this.nodes.push(node)
    this.supports.push(support)
    this.interned.set(key, id)
    return id
  }
}

/** Fast path for a combination with at most one non-trivial part; null otherwise. Most records of a product have no rule. */
function combineSimple(parts: Iterable<FormulaId>, neutral: FormulaId, absorbing: FormulaId): FormulaId | null {
  if (!Array.isArray(parts)) return null
  let single = neutral
  let count = 0
  for (const part of parts as readonly FormulaId[]) {
    if (part === absorbing) return absorbing
    if (part === neutral || part === single) continue
    single = part
    count++
  }
  return count > 1 ? null : single
}

function mergeValues(kind: 'and' | 'or', previous: readonly number[] | undefined, values: readonly number[]): readonly number[] {
  if (previous === undefined) return values
  if (kind === 'and') return previous.filter((value) => values.includes(value))
  return [...new Set([...previous, ...values])].sort((a, b) => a - b)
}

/**
 * A variable with exactly one of its values. Value 0 is always "nothing": no answer, not selected, no result. `choice` and
 * `scalar` are questions, `tick` is one answer of a multi-select question. `outside` is a calculation, a field of the customer
 * group or a computed condition; its dependence on selections is ignored, so the model allows more configurations than the
 * product, never fewer.
 */
export interface Subject {
  readonly index: number
  readonly kind: 'choice' | 'scalar' | 'tick' | 'outside'
  readonly questionId: number | null
  /** The answer of value i + 1. Empty for scalar and outside subjects. */
  readonly answerIds: readonly number[]
  /** The display name of each value. */
  readonly names: readonly string[]
  /** The number of concrete entries of each value. Null if they cannot be counted. */
  readonly weights: readonly (bigint | null)[]
}

/** The proof model of a product: subjects with finitely many values, and formulas for the rules of questions and answers. */
export interface AnswerModel {
  readonly id: number
  readonly title: string
  readonly subject: number
  readonly value: number
  /** The answer's own rule and the restrictions by variant tables. */
  readonly rule: FormulaId
  /** The part of the rule that does not follow from the table constraints of its question. */
  readonly own: FormulaId
  /** False if the answer is displayed but unavailable. */
  readonly selectable: boolean
}

export interface QuestionModel {
  readonly id: number
  readonly title: string
  readonly required: boolean
  readonly takesAnswers: boolean
  /** One subject, or one per answer for a multi-select question. */
  readonly subjects: readonly number[]
  readonly rule: FormulaId
  /** The constraints of the variant tables that contain the question. */
  readonly tables: readonly FormulaId[]
  readonly answers: readonly AnswerModel[]
}

export interface ProductModel {
  readonly formulas: Formulas
  readonly subjects: readonly Subject[]
  readonly sizes: readonly number[]
  readonly questions: readonly QuestionModel[]
  readonly questionOf: ReadonlyMap<number, QuestionModel>
  readonly answerOf: ReadonlyMap<number, AnswerModel>
}

/** The formula "the question has a selection". */
export function answeredFormula(model: ProductModel, question: QuestionModel): FormulaId {
  const { formulas, sizes } = model
  return formulas.or(
    question.subjects.map((subject) =>
      formulas.in(
        subject,
        Array.from({ length: sizes[subject]! - 1 }, (_, i) => i + 1),
      ),
    ),
  )
}

/** The constraints after automatic changes: all selections apply. */
export function settledConstraints(model: ProductModel, question: QuestionModel): FormulaId[] {
  const { formulas } = model
  const { tables } = question
  if (question.answers.length === 0)
    return question.rule === TRUE ? [...tables] : [...tables, formulas.implies(answeredFormula(model, question), question.rule)]
  const constraints: FormulaId[] = []
  for (const { subject, value, own } of question.answers) {
    // Most answers have no rule and need no constraint.
    if (question.rule === TRUE && own === TRUE) continue
    const isSelected = formulas.in(subject, [value])
    constraints.push(formulas.implies(isSelected, question.rule), formulas.implies(isSelected, own))
  }
  return [...constraints, ...tables]
}

/** The constraint for finishing: a required question has a selection, does not apply, or has no applicable answer. */
export function finishableConstraint(model: ProductModel, question: QuestionModel): FormulaId {
  const { formulas } = model
  const isRequired = question.takesAnswers
    ? formulas.and([question.rule, formulas.or(question.answers.map((answer) => answer.rule))])
    : question.rule
  return formulas.implies(isRequired, answeredFormula(model, question))
}

/**
 * The constraint of a valid configuration: a required question has a selection or does not apply. Stricter than finishing,
 * which ignores an applicable question without applicable answers. Counts and guidance treat that case as a dead end.
 */
export function completeConstraint(model: ProductModel, question: QuestionModel): FormulaId {
  return model.formulas.implies(question.rule, answeredFormula(model, question))
}
