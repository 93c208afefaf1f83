// Describes the problems of a table in words, each with a link to its cell.
import type { ReactNode } from 'react'
import { say } from '../wording/say.js'
import type { Analysis } from './analysis.js'

interface RemarksProps {
  readonly analysis: Analysis
  readonly warm: boolean
  readonly onWarm: (warm: boolean) => void
  readonly onGo: (place: readonly [number, number] | null) => void
}

export function Remarks({ analysis, warm, onWarm, onGo }: RemarksProps): ReactNode {
  const { cells, holes, falls, wrong, firstHole, firstFall, twiceRows, twiceColumns } = analysis
  const twice = twiceRows.size + twiceColumns.size
  return (
    <div className="matrix-remarks">
      <span className="quiet-text">{say('cells', { count: cells })}</span>
      {holes > 0 && (
        <button type="button" className="link" onClick={() => onGo(firstHole)}>
          {say('holes', { count: holes })}
        </button>
      )}
      {falls > 0 && (
        <button type="button" className="link" onClick={() => onGo(firstFall)}>
          {say('falls', { count: falls })}
        </button>
      )}
      {wrong > 0 && <span className="wrong">{say('noNumbers', { count: wrong })}</span>}
      {twice > 0 && <span className="wrong">{say('standTwice', { count: twice })}</span>}
      <label className="matrix-warm">
        <input type="checkbox" checked={warm} onChange={(event) => onWarm(event.target.checked)} /> {say('heatMap')}
      </label>
    </div>
  )
}
