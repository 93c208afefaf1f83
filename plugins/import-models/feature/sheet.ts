// Converts a feature model to a product sheet: decisions become questions, constraints become rules of answers.
import { createMessage, createTitleKeys, type FileFindings, formatValue } from 'product-configurator-service'
import { sheetFormat, type SheetValue } from '../../sheets/surface.js'
import { type ModelFormat, type ModelOptions, type SheetDraft, toProductKey, translateWord } from '../define.js'
import { type Clause, createClauseBudget, createLiteralClause, toClauses, placeClauses, type Placement } from './clauses.js'
import {
  type CountedGroup,
  type Decision,
  type Decisions,
  deriveDecisions,
  type DecisionLiteral,
  noSelection,
  type DecisionVariable,
  type AttributeFields,
  convertAttributes,
  collectFeatureNames,
  type FeatureGroup,
  type FeatureModel,
  walkFeatures,
} from './define.js'

/** Limits of a variant table. */
const countTableLimits = { columns: 20, rows: 20_000 } as const

/** All combinations of `count` selected members out of `length`. */
function* generateChoices(length: number, count: number): Generator<readonly boolean[]> {
  const selected = Array.from({ length: count }, (_, index) => index)
  for (;;) {
    const selectedIndexes = new Set(selected)
    yield Array.from({ length }, (_, index) => selectedIndexes.has(index))
    let at = count - 1
    while (at >= 0 && selected[at] === length - count + at) at--
    if (at < 0) return
    selected[at]!++
    for (let next = at + 1; next < count; next++) selected[next] = selected[next - 1]! + 1
  }
}

function countCombinations(length: number, count: number): number {
  let ways = 1
  for (let at = 1; at <= count; at++) ways = (ways * (length - count + at)) / at
  return Math.round(ways)
}

// Formats literals and clauses as rule lines of a sheet, with the keys of questions and answers.

/** Key of a question, and the keys of its answers by index. */
export interface DecisionKeys {
  readonly question: string
  readonly answers: readonly string[]
}

type DecisionKeyMap = ReadonlyMap<Decision, DecisionKeys>

function formatLiteral({ variable: { decision }, value }: DecisionLiteral, keys: DecisionKeyMap): string {
  const { question, answers } = keys.get(decision)!
  return `${question} == ${answers[value]!}`
}

/** Alternatives: one inner list of comparisons must hold completely. */
function formatComparisons(
  { decision, values, isTick }: DecisionVariable,
  allowedValues: ReadonlySet<number>,
  keys: DecisionKeyMap,
): readonly string[][] {
  const { question, answers } = keys.get(decision)!
  const compared = (sign: string, list: readonly number[]): string[] =>
    list.map((answerIndex) => `${question} ${sign} ${answers[answerIndex]!}`)
  if (isTick) return [compared(allowedValues.has(noSelection) ? '!=' : '==', values)]
  const matchingValues = values.filter((value) => allowedValues.has(value))
  const otherValues = values.filter((value) => !allowedValues.has(value))
  if (!allowedValues.has(noSelection)) return matchingValues.map((value) => compared('==', [value]))
  // Both forms are equivalent. Use the shorter one.
  if (matchingValues.length + 1 < otherValues.length)
    return [[`${question} == ''`], ...matchingValues.map((value) => compared('==', [value]))]
  return [compared('!=', otherValues)]
}

function formatClause(clause: Clause, keys: DecisionKeyMap): readonly string[][] {
  return [...clause]
    .sort(([a], [b]) => a.index - b.index)
    .flatMap(([variable, values]) => formatComparisons(variable, values, keys))
}

/** Formats all clauses as one line. */
function formatRules(clauses: readonly Clause[], keys: DecisionKeyMap): string {
  const single: string[] = []
  const several: string[] = []
  for (const clause of clauses) {
    const parts = formatClause(clause, keys)
    if (parts.length === 1) single.push(...parts[0]!)
    else several.push(parts.map((all) => (all.length === 1 ? all[0]! : `(${all.join(' and ')})`)).join(' or '))
  }
  if (single.length === 0 && several.length === 1) return several[0]!
  return [...new Set([...single, ...several.map((line) => `(${line})`)])].join(' and ')
}

/** Fields of the variant tables; a blocker if a table would be too large. */
function createCountTables(counted: readonly CountedGroup[], keys: DecisionKeyMap, findings: FileFindings): readonly object[] {
  return counted.flatMap(({ group, decisions }) => {
    const { length } = decisions
    const max = Math.min(group.max, length)
    const range = `${group.min} to ${max} of ${length} features`
    let rows = 0
    for (let count = group.min; count <= max; count++) rows += countCombinations(length, count)
    if (length > countTableLimits.columns || rows > countTableLimits.rows) {
      findings.blocker(
        'cardinality',
        createMessage('models.groupTooLarge', {
          min: group.min,
          max,
          length,
          rows,
          mostColumns: countTableLimits.columns,
          mostRows: countTableLimits.rows,
        }),
        group.line,
      )
      return []
    }
    const cells = decisions.map((decision) => keys.get(decision)!)
    const lines = [cells.map(({ question }) => question).join(' ')]
    for (let count = group.min; count <= max; count++)
      for (const choice of generateChoices(length, count))
        lines.push(cells.map(({ answers }, at) => answers[choice[at] ? 0 : 1]!).join(' '))
    const name = `${formatValue(decisions[0]!.feature.title)} …: ${range}`
    return [{ name, table: `${lines.join('\n')}\n` }]
  })
}

/** Maximum number of rules of a model. */
const maxRules = 5_000
/** Minimum number of questions for a part of the model to get its own page. */
const minPageQuestions = 3

function validateFeatureNames({ root, constraints }: FeatureModel, findings: FileFindings): void {
  const featureNames = new Set([...walkFeatures(root)].map(({ name }) => name))
  for (const { formula, text, line } of constraints) {
    const unknown = [...collectFeatureNames(formula)].filter((name) => !featureNames.has(name))
    for (const name of unknown)
      findings.blocker('unknown-feature', createMessage('models.featureUnknown', { text, name: formatValue(name) }), line)
  }
  for (const feature of walkFeatures(root))
    if (feature.isAbstract && feature.groups.length === 0 && feature !== root)
      findings.notice('abstract-leaf', createMessage('models.abstractLeaf', { name: formatValue(feature.name) }), feature.line)
}

function createAtLeastOneClause({ decisions, parent }: CountedGroup): Clause {
  const clause = new Map(parent === null ? [] : createLiteralClause(parent, false))
  // Each decision has its own variable.
  for (const { variables } of decisions) clause.set(variables[0]!, new Set([0]))
  return clause
}

interface ModelPlacement {
  readonly decisions: Decisions
  readonly placement: Placement
}

/** Splits multi-select questions with answers that a rule requires, until every clause has a place. */
function placeModel(model: FeatureModel, findings: FileFindings): ModelPlacement | null {
  const split = new Set<FeatureGroup>()
  deriveDecisions(model, split, findings)
  validateFeatureNames(model, findings)
  if (findings.isBlocked) return null
  for (;;) {
    const decisions = deriveDecisions(model, split, findings)
    const clauses: Clause[] = decisions.atLeastOne.map(createAtLeastOneClause)
    const budget = createClauseBudget()
    for (const constraint of model.constraints) {
      clauses.push(...toClauses(constraint, decisions, budget, findings))
      if (budget.values < 0) return null
    }
    if (clauses.length > maxRules)
      findings.blocker('too-large', createMessage('models.tooManyRules', { count: clauses.length, most: maxRules }))
    if (findings.isBlocked) return null
    const placement = placeClauses(clauses)
    if (placement === null) {
      findings.blocker('too-large', createMessage('models.rulesTooLarge'))
      return null
    }
    if (placement.unplaced.size === 0) return { decisions, placement }
    for (const decision of placement.unplaced) split.add(decisions.groupOf.get(decision)!)
  }
}

class FeatureSheetWriter {
  readonly keys: DecisionKeyMap
  rules = 0

  constructor(
    private readonly options: ModelOptions,
    private readonly decisions: Decisions,
    private readonly placement: Placement,
    private readonly attributeFields: AttributeFields,
    private readonly findings: FileFindings,
  ) {
    const { list } = decisions
    const questions = createTitleKeys(
      list.map(({ feature }) => feature.title),
      'question',
    )
    this.keys = new Map(
      list.map((decision, index) => {
        const titles = decision.answers.map(({ feature, kind }) => (kind === 'feature' ? feature!.title : kind))
        return [decision, { question: questions[index]!, answers: createTitleKeys(titles, 'answer') }]
      }),
    )
  }

  question(decision: Decision): Record<string, unknown> {
    const { kind, feature, parent } = decision
    const questionFields: Record<string, unknown> = { title: feature.title }
    if (kind === 'entry')
      Object.assign(questionFields, feature.input === 'plaintext' ? {} : { validate: true, input_restriction: feature.input })
    else
      questionFields['question_type'] =
        kind === 'several' ? 'Multiselect' : decision.answers.length > 6 ? 'Dropdown' : 'Radiobuttons'
    questionFields['required'] = true
    if (feature.description !== '') questionFields['description'] = feature.description
    if (parent !== null) questionFields['rules'] = formatLiteral(parent, this.keys)
    if (kind !== 'entry') questionFields['answers'] = decision.answers.map((_, value) => this.answer(decision, value))
    return questionFields
  }

  private answer(decision: Decision, value: number): unknown {
    const { feature, kind } = decision.answers[value]!
    const key = this.keys.get(decision)!.answers[value]!
    const title = kind === 'feature' ? feature!.title : translateWord(kind, this.options.languages)
    const answerFields: Record<string, unknown> = { ...(kind === 'feature' ? {} : { key }), title }
    if (kind === 'feature' && feature!.description !== '') answerFields['description'] = feature!.description
    Object.assign(answerFields, this.attributeFields.answers.get(decision)?.get(value))
    if (this.placement.never.get(decision)?.has(value)) {
      answerFields['published'] = false
      this.findings.notice(
        'dead-answer',
        kind === 'no'
          ? createMessage('models.alwaysSelected', { feature: formatValue(decision.feature.title), answer: key })
          : createMessage('models.neverSelected', { answer: formatValue(feature?.title ?? key) }),
        decision.feature.line,
      )
    } else {
      const rules = this.placement.rules.get(decision)?.get(value)
      if (rules) {
        answerFields['rules'] = formatRules(rules, this.keys)
        this.rules++
      }
    }
    return Object.keys(answerFields).length === 1 ? title : answerFields
  }

  /** Parts of the model with few questions share a page. */
  pages(title: string): readonly object[] {
    const { list } = this.decisions
    const sizes = new Map<unknown, number>()
    for (const { page } of list) sizes.set(page, (sizes.get(page) ?? 0) + 1)
    const pages: { title: string; questions: Record<string, unknown> }[] = []
    for (const decision of list) {
      const own = sizes.get(decision.page)! >= minPageQuestions ? decision.page.title : title
      let page = pages.at(-1)
      if (page?.title !== own) pages.push((page = { title: own, questions: {} }))
      page.questions[this.keys.get(decision)!.question] = this.question(decision)
    }
    return pages
  }
}

/** null if a blocker was found. */
export function createFeatureDraft(
  format: ModelFormat,
  model: FeatureModel,
  options: ModelOptions,
  findings: FileFindings,
): SheetDraft | null {
  const placedModel = placeModel(model, findings)
  if (!placedModel) return null
  const { decisions, placement } = placedModel
  if (placement.isVoid) {
    findings.blocker('void-model', createMessage('models.modelContradictory'))
    return null
  }
  const attributeFields = convertAttributes(model, decisions, findings)
  const writing = new FeatureSheetWriter(options, decisions, placement, attributeFields, findings)
  const title = options.title ?? (model.name || model.root.title)
  const pages = writing.pages(model.root.title)
  const tables = createCountTables(decisions.counted, writing.keys, findings)
  if (findings.isBlocked) return null
  const product = toProductKey(title)
  const sheet: SheetValue = {
    sheet: sheetFormat,
    product,
    title,
    ...(model.root.description !== '' && { description: model.root.description }),
    ...attributeFields.product,
    tax_class_id: options.taxClass,
    pages,
    ...(tables.length > 0 && { variant_tables: tables }),
  }
  const counts = {
    features: decisions.literals.size,
    constraints: model.constraints.length,
    questions: decisions.list.length,
    answers: decisions.list.reduce((sum, { answers }) => sum + answers.length, 0),
    answers_with_rules: writing.rules,
    variant_tables: tables.length,
  }
  return { format, product, sheet, counts, findings: findings.list() }
}
