// Matches rows of a spreadsheet with the answers of a question, plans the changes, and applies them after a confirmation.
import { typedText } from '#core/surface.js'
import { detectDecimalSeparator } from '../editor/matrix/cell-selection.js'
import { maxSheetRows } from '../../api/workshop/workshop-shape.js'
import { tWorkshop } from './workshop-text.js'
import { type ReactNode, useMemo, useState } from 'react'
import { formatTypedNumber } from '#core/contract.js'
import { Dialog, DialogFooter } from '../base/dialog.js'
import { useStore } from '../base/store.js'
import { parsePastedBlock } from '../editor/matrix/table-paste.js'
import { currentLanguage, formatNumber, t } from '../wording/text.js'

/** The sheet's columns by meaning. Titles have one column per language. */
export interface AnswerColumn {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'boolean'
}

export interface AnswerGridRow {
  /** Identifies the row on screen, also before it is stored. */
  readonly key: string
  /** null for an answer that is not stored yet. */
  readonly id: number | null
  readonly revision?: number
  readonly stored: Readonly<Record<string, unknown>>
  readonly fields: Readonly<Record<string, unknown>>
  readonly picture: string | null
}

/** The name of the column that each pasted column belongs to. null to skip it. */
type ColumnRoles = readonly (string | null)[]

interface PastedTable {
  readonly rows: readonly (readonly string[])[]
  readonly roles: ColumnRoles
}

const fold = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFC')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

const isNumberText = (text: string, language: string): boolean => {
  const column = typedText.parseNumberColumn([typedText.stripCurrency(text)], language)
  return 'numbers' in column && ('number' in column.numbers[0]! || 'readings' in column.numbers[0]!)
}

/** The names of columns in a heading, besides the label: `Art.-Nr.` means the SKU. */
const headWords = {
  title: () => tWorkshop('headTitle'),
  sku: () => tWorkshop('headSku'),
  price: () => tWorkshop('headPrice'),
  weight: () => tWorkshop('headWeight'),
  published: () => tWorkshop('headPublished'),
} as const

function findHeadColumn(text: string, columns: readonly AnswerColumn[]): string | null {
  const head = fold(text)
  const own = columns.find(({ label }) => fold(label) === head)
  if (own) return own.name
  const family = Object.entries(headWords).find(([, words]) =>
    words()
      .split('|')
      .some((word) => fold(word) === head),
  )?.[0]
  return family === undefined
    ? null
    : (columns.find(({ name }) => name === family || name.startsWith(`${family}_`))?.name ?? null)
}

/** Removes a heading, and guesses the meaning of each column from the heading or the cells. */
export function readPastedTable(
  block: readonly (readonly string[])[],
  columns: readonly AnswerColumn[],
  language: string,
): PastedTable {
  const lines = block.filter((line) => line.some((cell) => cell !== ''))
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0)
  const heads = Array.from({ length: width }, (_, at) => findHeadColumn(lines[0]?.[at] ?? '', columns))
  const unique = heads.map((name, at) => (heads.indexOf(name) === at ? name : null))
  if (lines.length > 1 && unique.some((name) => name !== null)) return { rows: lines.slice(1), roles: unique }
  const titleColumn = columns[0]?.name ?? null
  const roles: (string | null)[] = []
  for (let at = 0; at < width; at++) {
    const cells = lines.map((line) => line[at] ?? '').filter((cell) => cell !== '')
    const isNumeric = cells.length > 0 && cells.every((cell) => isNumberText(cell, language))
    const next = isNumeric ? ['price', 'weight'] : [titleColumn, 'sku']
    roles.push(next.find((name) => name !== null && !roles.includes(name)) ?? null)
  }
  return { rows: lines, roles }
}

interface PlannedChange {
  readonly column: AnswerColumn
  readonly before: unknown
  readonly after: unknown
}

interface PlannedRow {
  readonly kind: 'changed' | 'added' | 'unchanged' | 'unmatched'
  /** What identifies it: the title, otherwise the SKU. */
  readonly name: string
  /** The matching row. null if there is none. */
  readonly row: AnswerGridRow | null
  readonly changes: readonly PlannedChange[]
  /** Why it cannot be used. */
  readonly problem?: 'ambiguous' | 'noTitle' | 'twice' | 'noMatch'
}

export interface PastePlan {
  readonly rows: readonly PlannedRow[]
  /** Cells that are no number, as typed. */
  readonly unread: readonly string[]
  /** Why the numbers of a column cannot be read: ambiguous, or in two notations. Sentences in the language of the account. */
  readonly refusals: readonly string[]
  /** Answers that no row mentions. They stay as they are. */
  readonly untouched: number
}

const trueWords = (): readonly string[] => tWorkshop('trueWords').split('|').map(fold)

/** Reads the cells of one column. Numbers of a column share one notation. undefined for cells that cannot be read. */
function readColumn(texts: readonly string[], { kind }: AnswerColumn, language: string): readonly unknown[] {
  if (kind === 'text') return texts.map((text) => text.trim())
  if (kind === 'boolean') return texts.map((text) => (text.trim() === '' ? null : trueWords().includes(fold(text))))
  const column = typedText.parseNumberColumn(texts.map(typedText.stripCurrency), language)
  if (!('numbers' in column)) return texts.map((text) => (text.trim() === '' ? null : undefined))
  return texts.map((text, at) => {
    const number = column.numbers[at]!
    return text.trim() === '' ? null : 'number' in number ? Number(number.number) : undefined
  })
}

/** True if both are equal for people: an empty number is 0, an empty text is no text. */
export function isSameCell(a: unknown, b: unknown, kind: AnswerColumn['kind']): boolean {
  return kind === 'number'
    ? Number(a ?? 0) === Number(b ?? 0)
    : kind === 'boolean'
      ? Boolean(a) === Boolean(b)
      : String(a ?? '') === String(b ?? '')
}

/**
 * The plan of a paste: by SKU where both have one, otherwise by title in any language. Empty cells change nothing.
 * @param adds rows without a match become new answers
 */
export function planPaste(
  { rows, roles }: PastedTable,
  existing: readonly AnswerGridRow[],
  columns: readonly AnswerColumn[],
  language: string,
  adds: boolean,
): PastePlan {
  const used = columns.filter(({ name }) => roles.includes(name))
  const unread: string[] = []
  const refusals: string[] = []
  const values = new Map(
    used.map((column) => {
      const texts = rows.map((row) => row[roles.indexOf(column.name)] ?? '')
      const read = readColumn(texts, column, language)
      const notation =
        column.kind === 'number'
          ? detectDecimalSeparator(
              texts.filter((text) => text.trim() !== ''),
              language,
            )
          : null
      if (notation && 'refusal' in notation) refusals.push(notation.refusal)
      else unread.push(...texts.filter((_text, at) => read[at] === undefined))
      return [column.name, read] as const
    }),
  )
  const titleNames = columns.filter(({ name }) => name.startsWith('title')).map(({ name }) => name)
  const index = (names: readonly string[]): ReadonlyMap<string, readonly AnswerGridRow[]> => {
    const found = new Map<string, AnswerGridRow[]>()
    for (const row of existing)
      for (const text of new Set(names.map((name) => fold(row.fields[name]))))
        if (text !== '') found.set(text, [...(found.get(text) ?? []), row])
    return found
  }
  const [bySku, byTitle] = [index(['sku']), index(titleNames)]
  const taken = new Set<string>()
  const planned = rows.map((_row, at): PlannedRow => {
    const cell = (name: string): unknown => values.get(name)?.[at] ?? null
    const titles = titleNames.map((name) => fold(cell(name))).filter((title) => title !== '')
    const sku = fold(cell('sku'))
    const skuMatches = sku === '' ? [] : (bySku.get(sku) ?? [])
    const titleMatches = titles.flatMap((title) => byTitle.get(title) ?? [])
    const matches = skuMatches.length > 0 ? skuMatches : [...new Set(titleMatches)]
    const name = String(titleNames.map(cell).find((title) => title !== null && title !== '') ?? cell('sku') ?? '')
    const [match] = matches
    if (matches.length > 1) return { kind: 'unmatched', name, row: null, changes: [], problem: 'ambiguous' }
    if (match && taken.has(match.key)) return { kind: 'unmatched', name, row: null, changes: [], problem: 'twice' }
    if (match) taken.add(match.key)
    // A text that identifies the answer is no change, whatever its case and the language of its column.
    const identities = new Set(match ? [...titleNames, 'sku'].map((field) => fold(match.fields[field])) : [])
    const isIdentity = ({ kind, name: field }: AnswerColumn, value: unknown): boolean =>
      kind === 'text' && (field === 'sku' ? fold(value) === fold(match?.fields['sku']) : identities.has(fold(value)))
    const changes = used.flatMap((column): readonly PlannedChange[] => {
      const [before, after] = [match?.fields[column.name] ?? null, cell(column.name)]
      const isEqual =
        after === null || after === '' || (match ? isSameCell(before, after, column.kind) || isIdentity(column, after) : false)
      return isEqual ? [] : [{ column, before, after }]
    })
    if (match) return { kind: changes.length > 0 ? 'changed' : 'unchanged', name, row: match, changes }
    if (titles.length === 0) return { kind: 'unmatched', name, row: null, changes, problem: 'noTitle' }
    return adds
      ? { kind: 'added', name, row: null, changes }
      : { kind: 'unmatched', name, row: null, changes, problem: 'noMatch' }
  })
  return { rows: planned, unread, refusals, untouched: existing.length - taken.size }
}

interface AnswerPasteDialogProps {
  readonly question: string
  /** The copied text. Empty if the dialog was opened without one. */
  readonly text: string
  readonly rows: readonly AnswerGridRow[]
  readonly columns: readonly AnswerColumn[]
  readonly onClose: () => void
  readonly onApply: (plan: PastePlan) => void
}

/** Maximum number of rows in the plan on screen. */
const maxShownRows = 200

const kindTexts = {
  changed: 'planChanged',
  added: 'planAdded',
  unchanged: 'planUnchanged',
  unmatched: 'planUnmatched',
} as const satisfies Record<PlannedRow['kind'], string>

const problemTexts = {
  ambiguous: 'planAmbiguous',
  noTitle: 'planNoTitle',
  twice: 'planTwice',
  noMatch: 'planNoMatch',
} as const satisfies Record<NonNullable<PlannedRow['problem']>, string>

/** Shows what pasted rows of a spreadsheet would change in the answers, before the grid takes them over. */
export function formatAnswerCell(value: unknown, kind: AnswerColumn['kind'], language: string): string {
  if (kind === 'boolean') return t(value === true ? 'yes' : 'no')
  if (value === null || value === undefined || value === '') return ''
  return kind === 'number' && typeof value === 'number' ? formatTypedNumber(value, language) : String(value)
}

export function AnswerPasteDialog({ question, text: first, rows, columns, onClose, onApply }: AnswerPasteDialogProps): ReactNode {
  const language = useStore(currentLanguage)
  const [text, setText] = useState(first)
  const [chosen, setChosen] = useState<readonly (string | null)[] | null>(null)
  const [adds, setAdds] = useState(true)
  const table = useMemo(() => readPastedTable(parsePastedBlock(text), columns, language), [text, columns, language])
  const roles = chosen ?? table.roles
  const plan = useMemo(
    () => planPaste({ rows: table.rows, roles }, rows, columns, language, adds),
    [table, roles, rows, columns, language, adds],
  )
  const count = (kind: PlannedRow['kind']): number => plan.rows.filter((row) => row.kind === kind).length
  const hasText = text.trim() !== ''
  const total = rows.length + count('added')
  const effects = count('changed') + count('added')
  const listed = plan.rows
    .toSorted((a, b) => Number(a.kind === 'unchanged') - Number(b.kind === 'unchanged'))
    .slice(0, maxShownRows)
  return (
    <Dialog title={tWorkshop('pasteIntoTitle', { title: question })} onClose={onClose} wide>
      <div className="field">
        <label htmlFor="answer-paste">{tWorkshop('pasteRows')}</label>
        <textarea
          id="answer-paste"
          className="pasted-rows"
          rows={4}
          value={text}
          spellCheck={false}
          aria-describedby="answer-paste-help"
          onChange={(event) => {
            setText(event.target.value)
            setChosen(null)
          }}
        />
        <p className="help" id="answer-paste-help">
          {tWorkshop('pasteHelp')}
        </p>
      </div>
      {hasText && (
        <>
          <fieldset className="paste-columns">
            <legend>{tWorkshop('pasteColumns')}</legend>
            {roles.map((role, at) => (
              <label key={at}>
                <span>{table.rows[0]?.[at] || tWorkshop('columnIs', { column: at + 1 })}</span>
                <select
                  value={role ?? ''}
                  aria-label={tWorkshop('columnIs', { column: at + 1 })}
                  onChange={(event) => setChosen(roles.map((other, i) => (i === at ? event.target.value || null : other)))}
                >
                  <option value="">{tWorkshop('asNothing')}</option>
                  {columns.map(({ name, label }) => (
                    <option key={name} value={name} disabled={roles.includes(name) && name !== role}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </fieldset>
          <label className="check-line">
            <input type="checkbox" checked={adds} onChange={(event) => setAdds(event.target.checked)} /> {tWorkshop('pasteAdds')}
          </label>
          <div role="status">
            <p className="plan-counts">
              {(['changed', 'added', 'unchanged', 'unmatched'] as const).map((kind) => (
                <span key={kind} className={`badge plan-${kind}`}>
                  {formatNumber(count(kind))} {tWorkshop(kindTexts[kind])}
                </span>
              ))}
            </p>
            {total > maxSheetRows && (
              <p className="form-failure">{tWorkshop('planTooMany', { most: maxSheetRows, count: total })}</p>
            )}
            {plan.untouched > 0 && <p className="quiet-text">{tWorkshop('planUntouched', { count: plan.untouched })}</p>}
            {plan.refusals.map((refusal) => (
              <p key={refusal} className="form-failure">
                {refusal}
              </p>
            ))}
            {plan.unread.length > 0 && (
              <p className="form-failure">{tWorkshop('planUnread', { texts: plan.unread.slice(0, 5).join(', ') })}</p>
            )}
          </div>
          <div className="grid-scroll paste-plan" tabIndex={0} role="region" aria-label={tWorkshop('plan')}>
            <table className="grid">
              <thead>
                <tr>
                  <th scope="col">{tWorkshop('planAnswer')}</th>
                  <th scope="col">{tWorkshop('planState')}</th>
                  <th scope="col">{tWorkshop('planChanges')}</th>
                </tr>
              </thead>
              <tbody>
                {listed.map((row, at) => (
                  <tr key={at}>
                    <th scope="row">{row.name}</th>
                    <td>{tWorkshop(kindTexts[row.kind])}</td>
                    <td>
                      {row.problem && tWorkshop(problemTexts[row.problem])}
                      {!row.problem &&
                        row.changes.map(({ column, before, after }) => (
                          <div key={column.name}>
                            {column.label}:{' '}
                            {row.kind === 'changed' && <del>{formatAnswerCell(before, column.kind, language) || '–'}</del>}{' '}
                            <ins>{formatAnswerCell(after, column.kind, language)}</ins>
                          </div>
                        ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {plan.rows.length > maxShownRows && (
            <p className="quiet-text">{t('andMore', { count: plan.rows.length - maxShownRows })}</p>
          )}
        </>
      )}
      <DialogFooter
        onCancel={onClose}
        action={tWorkshop('pasteApply', { count: effects })}
        run={() => onApply(plan)}
        disabled={effects === 0 || total > maxSheetRows || plan.unread.length > 0 || plan.refusals.length > 0}
      />
    </Dialog>
  )
}
