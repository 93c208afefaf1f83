// Findings about the product, below the tree: each links to its record, a demonstration in the configurator, and a repair if possible.
import { memo, type ReactNode, useState } from 'react'
import type { WorkshopFinding, WorkshopFindings } from '../../api/workshop/shape.js'
import { t } from '../wording/text.js'
import type { TreeModel } from './tree-model.js'
import { tWorkshop } from './wording/workshop-text.js'

interface FindingsListProps {
  readonly found: WorkshopFindings | undefined
  readonly busy: boolean
  /** The open record. Its findings come first. */
  readonly entity: string
  readonly id: number
  readonly model: TreeModel
  readonly onOpen: (finding: WorkshopFinding) => void
  readonly onShow: (finding: WorkshopFinding) => void
  readonly onRepair: (finding: WorkshopFinding) => void
}

const gradeKeys = { blocker: 'gradeBlocker', warning: 'gradeWarning', notice: 'gradeNotice' } as const
const repairKeys = { 'remove-rule': 'repairRule', 'remove-part': 'repairPart', unpublish: 'repairUnpublish' } as const

export const FindingsList = memo(function FindingsList(props: FindingsListProps): ReactNode {
  const { found: report, busy, model, onOpen, onShow, onRepair } = props
  const [closed, setClosed] = useState(false)
  if (!report || (report.findings.length === 0 && !report.gaveUp)) {
    return <p className="finding-state">{report ? tWorkshop('noFindings') : busy ? tWorkshop('proving') : ''}</p>
  }
  const isHere = ({ entity, id }: WorkshopFinding): boolean => entity === props.entity && id === props.id
  const mayRepair = (of: string): boolean => model.kinds.find(({ entity }) => entity === of)?.may.change === true
  const findings = report.findings.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)))
  return (
    <section className="finding-list" aria-labelledby="workshop-findings" aria-busy={busy}>
      <h2 id="workshop-findings">
        <button type="button" className="quiet" aria-expanded={!closed} onClick={() => setClosed(!closed)}>
          {tWorkshop('findings', { count: report.findings.length + report.more })}
        </button>
      </h2>
      {!closed && (
        <ul tabIndex={0} aria-labelledby="workshop-findings">
          {findings.map((finding, at) => (
            <li key={at} className={isHere(finding) ? `${finding.grade} here` : finding.grade}>
              <p>
                <b>{t(gradeKeys[finding.grade])}</b> {finding.message}
              </p>
              <div className="buttons">
                <button type="button" onClick={() => onOpen(finding)}>
                  {tWorkshop('toRecord')}
                </button>
                <button type="button" onClick={() => onShow(finding)}>
                  {tWorkshop('showMe')}
                </button>
                {finding.repair && mayRepair(finding.repair.entity) && (
                  <button type="button" onClick={() => onRepair(finding)}>
                    {tWorkshop(repairKeys[finding.repair.does])}
                  </button>
                )}
              </div>
            </li>
          ))}
          {report.more > 0 && <li>{t('andMore', { count: report.more })}</li>}
          {report.gaveUp && <li>{tWorkshop('gaveUp')}</li>}
        </ul>
      )}
    </section>
  )
})
