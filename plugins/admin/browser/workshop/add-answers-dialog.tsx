// Adds many answers from a pasted spreadsheet: assigns a meaning to each column, previews, and stores all at once.
import { type ReactNode, useMemo, useState } from 'react'
import { formatTypedNumber, parseNumber } from '#core/contract.js'
import { typedText } from '#core/surface.js'
import type { AnswersReply } from '../../api/workshop/shape.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { useStore } from '../base/store.js'
import { formatNumber, currentLanguage, t } from '../wording/text.js'
import { tWorkshop } from './wording/workshop-text.js'

interface AddAnswersDialogProps {
  readonly product: number
  readonly question: { readonly id: number; readonly title: string }
  readonly onClose: () => void
  readonly onDone: (ids: readonly number[]) => void
}

/** Number of preview rows. */
const previewRowCount = 8

// Parses pasted spreadsheet rows: tab-separated cells, numbers in several notations, and a guess of each column's meaning.

const columnRoles = ['title', 'sku', 'price', 'nothing'] as const
type ColumnRole = (typeof columnRoles)[number]

export interface PastedSheet {
  readonly rows: readonly (readonly string[])[]
  /** The guessed meaning of each column. */
  readonly guess: readonly ColumnRole[]
}

/** True for a formatted price such as `1.234,50 €`, even if it is ambiguous. */
function looksLikePrice(text: string, language: string): boolean {
  const price = parseNumber(typedText.stripCurrency(text), language)
  return 'number' in price || price.problem === 'ambiguous'
}

/** Parses a formatted price such as `1.234,50 €`. null for other texts and for ambiguous prices. */
export function parsePastedPrice(text: string, language: string): number | null {
  const price = parseNumber(typedText.stripCurrency(text), language)
  return 'number' in price ? Number(price.number) : null
}

/** The first line is a header if it has no number in a column that otherwise contains numbers. */
function removeHeading(rows: readonly (readonly string[])[], language: string): readonly (readonly string[])[] {
  const [first = [], ...rest] = rows
  const isNumber = (text: string | undefined): boolean => text !== undefined && looksLikePrice(text, language)
  const heads = first.some((text, at) => !isNumber(text) && rest.length > 0 && rest.every((row) => isNumber(row[at])))
  return heads ? rest : rows
}

export function parsePastedSheet(text: string, language: string): PastedSheet {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  const split = lines.some((line) => line.includes('\t')) ? '\t' : lines.every((line) => line.includes(';')) ? ';' : null
  const all = lines.map((line) => (split === null ? [line] : line.split(split)).map((cell) => cell.trim()))
  const rows = removeHeading(all, language)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const guess: ColumnRole[] = []
  for (let at = 0; at < width; at++) {
    const filled = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const priced = filled.length > 0 && filled.every((cell) => looksLikePrice(cell, language))
    if (!guess.includes('title') && !priced) guess.push('title')
    else if (priced && !guess.includes('price') && at > 0) guess.push('price')
    else if (!priced && !guess.includes('sku')) guess.push('sku')
    else guess.push('nothing')
  }
  if (width > 0 && !guess.includes('title')) guess[0] = 'title'
  return { rows, guess }
}

export interface PastedAnswer {
  readonly title: string
  readonly sku?: string
  readonly price?: number
}

/** The reason why the price column cannot be read. */
export type PriceProblem =
  | { readonly kind: 'ambiguousPrice'; readonly text: string; readonly first: string; readonly second: string }
  | { readonly kind: 'mixedPrices'; readonly comma: string; readonly point: string }

interface PastedAnswers {
  readonly answers: readonly PastedAnswer[]
  /** Rows whose price is not a number. */
  readonly unread: readonly number[]
  readonly problem: PriceProblem | null
}

/** The rows as answers. All prices of a column are read in one notation. */
export function toPastedAnswers(rows: PastedSheet['rows'], columns: readonly ColumnRole[], language: string): PastedAnswers {
  const cell = (row: readonly string[], role: ColumnRole): string => row[columns.indexOf(role)] ?? ''
  const priced = rows.flatMap((row, at) => (cell(row, 'price') === '' ? [] : [at]))
  const texts = priced.map((at) => cell(rows[at]!, 'price'))
  const column = typedText.parseNumberColumn(texts.map(typedText.stripCurrency), language)
  const prices = new Map<number, number>()
  const unread: number[] = []
  let problem: PriceProblem | null = null
  if ('cells' in column) problem = { kind: 'mixedPrices', comma: texts[column.cells[0]]!, point: texts[column.cells[1]]! }
  else {
    for (const [index, price] of column.numbers.entries()) {
      if ('number' in price) prices.set(priced[index]!, Number(price.number))
      else if (!('readings' in price)) unread.push(priced[index]!)
      else {
        const [first, second] = price.readings.map((reading) => formatTypedNumber(reading, language)) as [string, string]
        problem ??= { kind: 'ambiguousPrice', text: texts[index]!, first, second }
      }
    }
  }
  const answers = rows.map((row, at) => {
    const [sku, price] = [cell(row, 'sku'), prices.get(at)]
    return { title: cell(row, 'title'), ...(sku !== '' && { sku }), ...(price !== undefined && { price }) }
  })
  return { answers, unread, problem }
}

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
