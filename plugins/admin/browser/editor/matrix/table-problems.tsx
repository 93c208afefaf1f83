// Describes the problems of a table in words, each with a link to its cell.
import type { ReactNode } from 'react'
import { tEditor } from '../wording/editor-text.js'
import type { TableAnalysis } from './table-analysis.js'

interface TableProblemsProps {
  readonly analysis: TableAnalysis
  readonly warm: boolean
  readonly onWarm: (warm: boolean) => void
  readonly onGo: (place: readonly [number, number] | null) => void
}

export function TableProblems({ analysis, warm, onWarm, onGo }: TableProblemsProps): ReactNode {
  const { cells, holes, falls, wrong, firstHole, firstFall, duplicateRows, duplicateColumns } = analysis
  const twice = duplicateRows.size + duplicateColumns.size
  return (
    <div className="matrix-remarks">
      <span className="quiet-text">{tEditor('cells', { count: cells })}</span>
      {holes > 0 && (
        <button type="button" className="link" onClick={() => onGo(firstHole)}>
          {tEditor('holes', { count: holes })}
        </button>
      )}
      {falls > 0 && (
        <button type="button" className="link" onClick={() => onGo(firstFall)}>
          {tEditor('falls', { count: falls })}
        </button>
      )}
      {wrong > 0 && <span className="wrong">{tEditor('noNumbers', { count: wrong })}</span>}
      {twice > 0 && <span className="wrong">{tEditor('standTwice', { count: twice })}</span>}
      <label className="matrix-warm">
        <input type="checkbox" checked={warm} onChange={(event) => onWarm(event.target.checked)} /> {tEditor('heatMap')}
      </label>
    </div>
  )
}
