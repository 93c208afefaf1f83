// Findings about the product, below the tree: each links to its record, a demonstration in the configurator, and a repair if possible.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useState, useCallback, useEffect, useMemo } from 'react'
import type { DryRun } from '../../api/shape.js'
import type { WorkshopFinding, WorkshopFindings } from '../../api/workshop/workshop-shape.js'
import { requestBody } from '../base/api.js'
import { useStore } from '../base/store.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import type { PreviewBridge } from './preview-bridge.js'
import { refreshProduct } from './tree-changes.js'
import { type TreeModel, toItemKey } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'

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

/** Milliseconds after the last write until the proof runs again. */
const proofDelay = 400
/** Maximum milliseconds to wait for the configurator, because both need the same processor. */
const configuratorTimeout = 5_000

/** True once the configurator has its reply, or takes too long. */
function useConfiguratorReady(bridge: PreviewBridge): boolean {
  const answered = useStore(bridge.answered)
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), configuratorTimeout)
    return () => clearTimeout(timer)
  }, [])
  return answered || late
}

/** Selects answers in the configurator that make the finding visible. If that is impossible, shows the reason. */
async function demonstrateFinding(bridge: PreviewBridge, { entity, id, witness }: WorkshopFinding): Promise<void> {
  bridge.reset()
  const questionIds = witness.length > 0 ? witness.map(({ question_id }) => question_id) : entity === 'question' ? [id] : []
  const way = new Map<number, string>()
  const reasons: string[] = []
  for (const question of questionIds) {
    const explanation = await bridge.explain(question)
    if (explanation === null || explanation.applies) continue
    const [remedy] = explanation.remedies
    if (!remedy) reasons.push(...explanation.sentences)
    for (const { question_id, value } of remedy?.changes ?? []) if (value !== null) way.set(question_id, value)
  }
  for (const { question_id, value } of witness) way.set(question_id, value)
  if (way.size > 0) bridge.choose([...way].map(([question_id, value]) => ({ question_id, value })))
  showToast({ text: reasons.length > 0 ? reasons.join(' ') : tWorkshop('isShown') })
}

type ConfirmEffects = (would: DryRun) => Promise<boolean>

async function repairFinding(product: number, { repair: mend }: WorkshopFinding, confirms: ConfirmEffects): Promise<void> {
  if (!mend) return
  const address = `records/${mend.entity}/${mend.id}`
  const would = await requestBody<DryRun>('PATCH', `${address}?dry_run=1`, { body: mend.fields })
  if (!(await confirms(would))) return
  await requestBody('PATCH', address, { body: mend.fields })
  await refreshProduct(product, mend.entity)
  showToast({ text: tWorkshop('isRepaired') })
}

/** Loads the findings of a product's proof after every stored change, and runs their demonstrations and repairs. */
export function useFindings(model: TreeModel, stored: number, bridge: PreviewBridge, confirms: ConfirmEffects) {
  const product = model.product.id
  const [settled, setSettled] = useState(stored)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(stored), proofDelay)
    return () => clearTimeout(timer)
  }, [stored])
  const turn = useConfiguratorReady(bridge)
  const { data, isFetching } = useQuery({
    enabled: turn,
    queryKey: ['findings', product, settled],
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestBody<WorkshopFindings>('GET', `workshop/${product}/findings`, { signal }),
  })
  /** Number of findings about a row and the rows below it. */
  const counts = useMemo(() => {
    const countsByKey = new Map<string, number>()
    for (const { entity, id } of data?.findings ?? []) {
      const item = model.byKey.get(toItemKey(entity, id))
      for (let at = item ?? null; at; at = at.parent) countsByKey.set(at.key, (countsByKey.get(at.key) ?? 0) + 1)
    }
    return countsByKey
  }, [data, model])

  return {
    found: data,
    busy: !turn || isFetching || settled !== stored,
    counts,
    show: useCallback(
      (finding: WorkshopFinding): void => void demonstrateFinding(bridge, finding).catch(showErrorToast),
      [bridge],
    ),
    repair: useCallback(
      (finding: WorkshopFinding): void => void repairFinding(product, finding, confirms).catch(showErrorToast),
      [product, confirms],
    ),
  }
}
