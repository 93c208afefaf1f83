// Adds many answers from a pasted spreadsheet: assigns a meaning to each column, previews, and stores all at once.
import { type ReactNode, useMemo, useState } from 'react'
import type { AnswersReply } from '../../api/workshop/shape.js'
import { requestBody } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { getErrorMessage } from '../base/api-error.js'
import { useStore } from '../base/store.js'
import { formatNumber, currentLanguage, t } from '../wording/text.js'
import { toPastedAnswers, type ColumnRole, columnRoles, parsePastedSheet } from './pasted-rows.js'
import { tWorkshop } from './wording/workshop-text.js'

interface AddAnswersDialogProps {
  readonly product: number
  readonly question: { readonly id: number; readonly title: string }
  readonly onClose: () => void
  readonly onDone: (ids: readonly number[]) => void
}

/** Number of preview rows. */
const previewRowCount = 8

const roleTextKeys = { title: 'asTitle', sku: 'asSku', price: 'asPrice', nothing: 'asNothing' } as const satisfies Record<
  ColumnRole,
  string
>

export function AddAnswersDialog({ product, question, onClose, onDone: onComplete }: AddAnswersDialogProps): ReactNode {
  const language = useStore(currentLanguage)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly ColumnRole[] | null>(null)
  const [would, setWould] = useState<AnswersReply | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const { rows, guess } = useMemo(() => parsePastedSheet(text, language), [text, language])
  const columns = chosen ?? guess
  const { answers, unread, problem } = toPastedAnswers(rows, columns, language)
  const ready = rows.length > 0 && unread.length === 0 && problem === null
  const change = (next: readonly ColumnRole[]): void => {
    setChosen(next)
    setWould(null)
  }
  const send = async (dry_run: boolean): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { question_id: question.id, rows: answers, dry_run }
      const reply = await requestBody<AnswersReply>('POST', `workshop/${product}/answers`, { body })
      if (dry_run || reply.refused.length > 0) setWould(reply)
      else onComplete(reply.ids)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={tWorkshop('multiplyTitle', { title: question.title })} onClose={onClose} wide>
      <div className="field">
        <label htmlFor="multiply">{tWorkshop('pasteRows')}</label>
        <textarea
          id="multiply"
          rows={5}
          value={text}
          spellCheck={false}
          aria-describedby="multiply-help"
          onChange={(event) => {
            setText(event.target.value)
            setChosen(null)
            setWould(null)
          }}
        />
        <p className="help" id="multiply-help">
          {tWorkshop('pasteRowsHelp')}
        </p>
      </div>
      {rows.length > 0 && (
        <div className="grid-scroll multiply" tabIndex={0} role="region" aria-label={tWorkshop('asRead')}>
          <table className="grid">
            <thead>
              <tr>
                {columns.map((role, at) => (
                  <th key={at} scope="col">
                    <select
                      value={role}
                      aria-label={tWorkshop('columnIs', { column: at + 1 })}
                      onChange={(event) =>
                        change(columns.map((columnRole, i) => (i === at ? (event.target.value as ColumnRole) : columnRole)))
                      }
                    >
                      {columnRoles.map((roleName) => (
                        <option key={roleName} value={roleName}>
                          {tWorkshop(roleTextKeys[roleName])}
                        </option>
                      ))}
                    </select>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, previewRowCount).map((row, at) => (
                <tr key={at}>
                  {columns.map((role, i) => (
                    <td key={i} className={role === 'price' ? 'number' : undefined}>
                      {role === 'price' ? (answers[at]?.price === undefined ? row[i] : formatNumber(answers[at].price)) : row[i]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div role="status">
        {rows.length > 0 && <p>{tWorkshop('rowsRead', { count: rows.length })}</p>}
        {problem && <p className="form-failure">{tWorkshop(problem.kind, { ...problem })}</p>}
        {unread.length > 0 && (
          <p className="form-failure">{tWorkshop('noPriceIn', { rows: unread.map((row) => row + 1).join(', ') })}</p>
        )}
        {would && would.refused.length === 0 && <p>{tWorkshop('wouldAdd', { count: answers.length })}</p>}
        {would && would.refused.length > 0 && (
          <ul className="refused">
            {would.refused.map(({ row, message }) => (
              <li key={row}>
                {formatNumber(row + 1)}: {message}
              </li>
            ))}
          </ul>
        )}
        {failure !== null && <p className="form-failure">{getErrorMessage(failure)}</p>}
      </div>
      <footer>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
        {would && would.refused.length === 0 ? (
          <button type="button" className="primary" disabled={busy} onClick={() => void send(false)}>
            {tWorkshop('addMany', { count: answers.length })}
          </button>
        ) : (
          <button type="button" className="primary" disabled={busy || !ready} onClick={() => void send(true)}>
            {t('tryFirst')}
          </button>
        )}
      </footer>
    </Dialog>
  )
}
