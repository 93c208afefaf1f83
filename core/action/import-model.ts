// Converts a model of another program to a product sheet, and applies the sheet on request.
import { createMessage } from '../foundation/message.js'
import { ValidationError } from '../foundation/errors.js'
import { readModelJob } from '../jobs/read-model.js'
import { readShopToday } from '../shop/time-zone.js'
import { ServiceContext } from '../storage/service-context.js'
import type { SheetDraft, ModelOptions } from '../transfer/model/define.js'
import type { ModelFinding } from '../transfer/model/findings.js'
import { loadOutsideNames, findProductByKey } from '../transfer/sheet/stored-part.js'
import { listSectionKeys } from '../transfer/sheet/write.js'
import { writeYaml } from '../transfer/sheet/yaml.js'
import { type ApplySheetReport, applySheetAndReport } from './apply-sheet.js'
import type { ActionScope } from './define.js'

export interface ModelCall {
  readonly bytes: Uint8Array
  readonly options: Omit<ModelOptions, 'languages' | 'taxClass' | 'today' | 'weightUnit'> & {
    readonly taxClass?: string | undefined
  }
  readonly apply: boolean
  /** True: replaces an existing product with the same key. False: an existing product is refused. */
  readonly replace: boolean
  readonly dryRun: boolean
}

export interface ImportedModel {
  readonly format: SheetDraft['format']
  /** The key of the product. */
  readonly product: string
  /** Numbers of imported parts. */
  readonly counts: SheetDraft['counts']
  readonly findings: readonly ModelFinding[]
  /** The sheet as YAML; absent if it was applied. */
  readonly sheet?: string
  readonly applied?: ApplySheetReport
}

/** Maximum duration of parsing in seconds. */
const maximumParsingSeconds = 60

/** The name of the tax class, with a finding if it was chosen by default. */
async function resolveTaxClass(
  work: ServiceContext,
  requested: string | undefined,
): Promise<{ name: string; finding: ModelFinding | null }> {
  const classes = ((await loadOutsideNames(work)).get('tax-class') ?? []).map(({ name }) => name)
  if (requested !== undefined) {
    if (classes.includes(requested)) return { name: requested, finding: null }
    throw ValidationError.of(
      'tax_class',
      createMessage('errors.unknownTaxClass', { name: requested.slice(0, 100), classes: classes.slice(0, 12) }),
    )
  }
  const [name] = classes
  if (name === undefined) throw ValidationError.of('tax_class', createMessage('errors.noTaxClass'))
  if (classes.length === 1) return { name, finding: null }
  const message = `The product gets the tax class '${name}', the first of ${classes.length}; name another one with tax_class.`
  return { name, finding: { grade: 'warning', kind: 'tax-class', message } }
}

/** VALIDATION_FAILED on `file` with all problems. */
export async function importForeignModel(scope: ActionScope, call: ModelCall): Promise<ImportedModel> {
  const { context, caller, jobs, progress } = scope
  const work = await new ServiceContext(context).at()
  const { name: taxClass, finding } = await resolveTaxClass(work, call.options.taxClass)
  const { languages, settings } = work.moment.snapshot
  const options: ModelOptions = {
    ...{ ...call.options, languages, taxClass },
    today: await readShopToday(work),
    weightUnit: settings.weight_unit ?? '',
  }
  const read = await jobs.run(readModelJob, { bytes: call.bytes, options }, { caller, seconds: maximumParsingSeconds, progress })
  if ('issues' in read) throw new ValidationError(read.issues)
  const { format, product, counts, sheet: value } = read.draft
  const findings = finding ? [finding, ...read.draft.findings] : read.draft.findings
  const sheet = writeYaml(value, listSectionKeys(work))
  const report = { format, product, counts, findings }
  if (!call.apply) return { ...report, sheet }
  const id = await findProductByKey(work, product)
  if (id !== null && !call.replace) {
    const message = createMessage('errors.productTitleTaken', { title: product, id })
    throw ValidationError.of('title', message)
  }
  // Prune, so parts of the replaced product do not remain next to their successors.
  return { ...report, applied: await applySheetAndReport(scope, { sheet, prune: id !== null, dryRun: call.dryRun }) }
}
