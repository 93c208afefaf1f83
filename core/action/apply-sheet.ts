// Applies a sheet in one unit and says what came of it: what changed, what the prover finds, and on a dry run what it would touch.
import { type Affected, affectedBy } from '../commerce/configuration/affected.js'
import type { ProductSource } from '../engine/program/source.js'
import type { ProofFinding } from '../engine/proof/findings.js'
import { requireScopes } from '../ground/access/require.js'
import { proveJob } from '../jobs/prove.js'
import { loadSource } from '../product/load.js'
import { type CompiledProduct, compileProduct, productTopic } from '../product/programs.js'
import { type InUnit, Work } from '../storage/work.js'
import { applySheet } from '../transfer/sheet/apply.js'
import type { SheetReport } from '../transfer/sheet/report.js'
import { filesOf } from '../transfer/sheet/files.js'
import { readSheet } from '../transfer/sheet/read.js'
import { prepareSheetTexts } from '../transfer/sheet/rich-texts.js'
import { standingProduct } from '../transfer/sheet/standing.js'
import { noted } from '../transfer/trail.js'
import type { ActionScope } from './define.js'

export interface SheetCall {
  readonly sheet: string
  readonly productId?: number | undefined
  readonly prune: boolean
  readonly dryRun: boolean
}

export type AppliedSheet = SheetReport & {
  readonly dry_run?: true
  /** What the prover says of the product as it is afterwards; absent where nothing changes. */
  readonly findings?: readonly ProofFinding[]
  /** Of a dry run: saved configurations and carts that would change. */
  readonly affected?: Affected
}

/** Seconds that the proof may take, and findings that are told. */
const proof = { seconds: 10, findings: 50 } as const

interface Applied {
  readonly report: SheetReport
  readonly source: ProductSource | null
  readonly after: CompiledProduct | null
}

const isNew = ({ counts }: SheetReport): boolean => counts.created['product'] !== undefined
const changesAnything = ({ counts }: SheetReport): boolean => Object.values(counts).some((of) => Object.keys(of).length > 0)

async function findingsOf({ jobs, caller, progress }: ActionScope, source: ProductSource): Promise<readonly ProofFinding[]> {
  const { findings } = await jobs.run(proveJob, source, { caller, seconds: proof.seconds, progress })
  return findings.slice(0, proof.findings)
}

/** VALIDATION_FAILED with a sentence for each place that cannot be; INSUFFICIENT_SCOPE where code would change without its scope. */
export async function applyTold(scope: ActionScope, { sheet: text, productId, prune, dryRun }: SheetCall): Promise<AppliedSheet> {
  const { context, caller } = scope
  const { languages } = (await new Work(context).at()).moment.snapshot
  const sheet = readSheet(context.registry, languages, text)
  await prepareSheetTexts(context, sheet)
  const files = await filesOf(context.files, sheet.root)
  const options = { productId, prune, files, requireCode: () => requireScopes(caller.grant, ['catalog:write', 'code:write']) }
  const standing = await standingProduct(new Work(context), sheet, options)
  const apply = async (work: Work & InUnit): Promise<Applied> => {
    const report = await applySheet(work, sheet, options, standing)
    if (!dryRun || !changesAnything(report)) return { report, source: null, after: null }
    const source = await loadSource(context, report.product_id, work.unit)
    const after = isNew(report) ? null : await compileProduct(await work.at(productTopic(report.product_id)), report.product_id)
    return { report, source, after }
  }
  const begun = { what: 'sheet', name: '', products: [{ key: sheet.root.key, title: '' }] } as const
  const { report, source, after } = dryRun
    ? await new Work(context).transact(apply, { dryRun })
    : await noted(context, begun, (land) =>
        new Work(context).transact(async (work) => {
          const applied = await apply(work)
          await land(work.unit, sheet.root.key, applied.report.product_id)
          return applied
        }),
      )
  const dry = dryRun ? { dry_run: true as const } : {}
  if (!changesAnything(report)) return { ...report, ...dry }
  // A solver never runs while a unit is open.
  const findings = await findingsOf(scope, source ?? (await loadSource(context, report.product_id)))
  const affected = dryRun && !isNew(report) ? { affected: await affectedBy(context, report.product_id, after) } : {}
  return { ...report, findings, ...dry, ...affected }
}
