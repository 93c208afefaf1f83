// Applies a product sheet in one transaction and reports the changes, the proof findings and, for a dry run, the affected carts.
import { productEditing, requireScopes, shopperCalls, fileTransfers } from '#core/surface.js'
import { type TransactionContext, ServiceContext, type ActionScope } from '#core/contract.js'
import { applySheet } from './sheet/apply.js'
import type { SheetReport } from './sheet/report.js'
import { loadSheetFiles, loadExistingProduct } from './sheet/match.js'
import { parseSheet } from './sheet/read.js'

export interface SheetCall {
  readonly sheet: string
  readonly productId?: number | undefined
  readonly prune: boolean
  readonly dryRun: boolean
}

export type ApplySheetReport = SheetReport & {
  readonly dry_run?: true
  /** Findings of the prover about the resulting product; absent if nothing changed. */
  readonly findings?: readonly productEditing.ProofFinding[]
  /** For a dry run: saved configurations and carts that would change. */
  readonly affected?: productEditing.AffectedReport
}

/** Maximum duration of the proof in seconds, and maximum number of findings. */
const proofLimits = { seconds: 10, findings: 50 } as const

interface ApplyResult {
  readonly report: SheetReport
  readonly source: productEditing.ProductSource | null
  readonly after: productEditing.CompiledProduct | null
}

const isNew = ({ counts }: SheetReport): boolean => counts.created['product'] !== undefined
const hasChanges = ({ counts }: SheetReport): boolean => Object.values(counts).some((of) => Object.keys(of).length > 0)

async function proveSource(
  { jobs, caller, progress }: ActionScope,
  source: productEditing.ProductSource,
): Promise<readonly productEditing.ProofFinding[]> {
  const { findings } = await jobs.run(productEditing.proveJob, source, { caller, seconds: proofLimits.seconds, progress })
  return findings.slice(0, proofLimits.findings)
}

/** VALIDATION_FAILED with all problems of the sheet. INSUFFICIENT_SCOPE if code would change without the scope code:write. */
export async function applySheetAndReport(
  scope: ActionScope,
  { sheet: text, productId, prune, dryRun }: SheetCall,
): Promise<ApplySheetReport> {
  const { context, caller } = scope
  const { languages } = (await new ServiceContext(context).at()).versionedSnapshot.snapshot
  const sheet = await parseSheet(context, languages, text)
  const files = await loadSheetFiles(context.files, sheet.root)
  const options = { productId, prune, files, requireCode: () => requireScopes(caller.grant, ['catalog:write', 'code:write']) }
  const existingProduct = await loadExistingProduct(new ServiceContext(context), sheet, options)
  const apply = async (work: ServiceContext & TransactionContext): Promise<ApplyResult> => {
    const report = await applySheet(work, sheet, options, existingProduct)
    if (!dryRun || !hasChanges(report)) return { report, source: null, after: null }
    const source = await productEditing.loadProductSource(context, report.product_id, work.unit)
    const after = isNew(report)
      ? null
      : await productEditing.compileProduct(await work.at(shopperCalls.toProductTopic(report.product_id)), report.product_id)
    return { report, source, after }
  }
  const trailEntry = { what: 'sheet', name: '', products: [{ key: sheet.root.key, title: '' }] } as const
  const { report, source, after } = dryRun
    ? await new ServiceContext(context).transact(apply, { dryRun })
    : await fileTransfers.withTransferNote(context, trailEntry, (land) =>
        new ServiceContext(context).transact(async (work) => {
          const applied = await apply(work)
          await land(work.unit, sheet.root.key, applied.report.product_id)
          return applied
        }),
      )
  const dry = dryRun ? { dry_run: true as const } : {}
  if (!hasChanges(report)) return { ...report, ...dry }
  // The solver runs after the transaction has ended.
  const findings = await proveSource(scope, source ?? (await productEditing.loadProductSource(context, report.product_id)))
  const affected =
    dryRun && !isNew(report)
      ? { affected: await productEditing.findAffectedConfigurations(context, report.product_id, after) }
      : {}
  return { ...report, findings, ...dry, ...affected }
}
