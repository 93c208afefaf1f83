// Shows what pasted rows of a spreadsheet would change in the answers, before the grid takes them over.
import { type ReactNode, useMemo, useState } from 'react'
import { formatTypedNumber } from '#core/contract.js'
import { Dialog } from '../base/dialog.js'
import { useStore } from '../base/store.js'
import { parsePastedBlock } from '../editor/matrix/table-paste.js'
import { currentLanguage, formatNumber, t } from '../wording/text.js'
import {
  type AnswerColumn,
  type AnswerGridRow,
  type PastePlan,
  type PlannedRow,
  planPaste,
  readPastedTable,
} from './answer-paste.js'
import { tWorkshop } from './wording/workshop-text.js'

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
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        <button
          type="button"
          className="primary"
          disabled={effects === 0 || plan.unread.length > 0 || plan.refusals.length > 0}
          onClick={() => onApply(plan)}
        >
          {tWorkshop('pasteApply', { count: effects })}
        </button>
      </footer>
    </Dialog>
  )
}
