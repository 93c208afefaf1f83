// Checks a package: tries the import in a transaction that is rolled back, and reports findings and effects.
import { getMessage, serviceState, zipFiles, type fileTransfers } from '#core/surface.js'
import {
  createMessage,
  type Message,
  type MessageValue,
  ValidationError,
  type Scope,
  type ServiceContext,
} from '#core/contract.js'
import type { ImportResult, ProductImportOptions } from '../import/define.js'
import { applyProduct } from '../import/apply.js'
import { type ImportPlanCache, type ImportPlan } from '../import/import-plan.js'
import { RecordRefusal } from '../import/import-state.js'
import { ImportFiles } from '../import/files.js'
import { resolveOutsideRecords, type OutsideIds, removeMissingReferences } from '../import/outside-ids.js'
import { parsePackageProduct } from '../import/parsed-product.js'
import { type Manifest } from '../package/format.js'
import type { Package } from '../package/open.js'
import { createTransferFinding, type TransferFinding, type TransferFindingKind } from '../transfer-finding.js'

/** The result of a check; `applied` has the effect of an import on each product that can be imported. */
export interface CheckResult {
  readonly findings: readonly TransferFinding[]
  readonly applied: readonly ImportResult[]
  readonly carriesCode: boolean
  readonly needsScopes: readonly Scope[]
}

/** Finds further problems of an importable product; reads nothing and runs outside of units of work. */
export type ProductProver = (wanted: ImportPlan) => Promise<readonly TransferFinding[]>

/** Maximum number of findings. */
const maxFindings = 500

export const hasGrade = (findings: readonly TransferFinding[], grade: fileTransfers.FindingGrade): boolean =>
  findings.some((finding) => finding.grade === grade)

/** The result for an unreadable package. */
export function createUnreadableResult(fault: zipFiles.PackageFault): CheckResult {
  return {
    findings: [createTransferFinding(fault.kind, getMessage(fault))],
    applied: [],
    carriesCode: false,
    needsScopes: ['catalog:write'],
  }
}

/** Shared by all products of the package: the shop's records that they reference, resolved once. */
export interface PackageContext {
  readonly work: ServiceContext
  readonly pack: Package
  readonly how: ProductImportOptions
  readonly outside: OutsideIds
}

interface PreparedProduct {
  readonly plan: ImportPlan
  readonly findings: readonly TransferFinding[]
  readonly carriesCode: boolean
}

export async function createPackageContext(
  work: ServiceContext,
  pack: Package,
  how: ProductImportOptions,
): Promise<PackageContext & { readonly findings: readonly TransferFinding[] }> {
  return { work, pack, how, ...(await resolveOutsideRecords(work, pack.manifest.outside)) }
}

/** Prepares one product for an import and reports findings; with `keeps` its files are stored. */
export async function prepareProduct(
  { work, pack, how, outside }: PackageContext,
  product: number,
  canStoreFiles: boolean,
): Promise<PreparedProduct> {
  const { registry } = work.context
  const { languages, outside: outsideNames } = pack.manifest
  const rows = await pack.records(product)
  const ready = await parsePackageProduct(work.context, {
    product,
    rows,
    languages: work.versionedSnapshot.snapshot.languages,
    written: languages,
  })
  const files = new ImportFiles(work, canStoreFiles)
  if (hasGrade(ready.findings, 'blocker')) {
    const plan = { parsedProduct: ready, members: ready.members, outside, files, how }
    return { plan, findings: ready.findings, carriesCode: ready.carriesCode }
  }
  await files.importTextPictures(pack, ready)
  const { members, findings } = removeMissingReferences(registry, ready, outsideNames, outside)
  await files.validate(pack, ready, how)
  return {
    plan: { parsedProduct: ready, members, outside, files, how },
    findings: [...ready.findings, ...findings, ...files.findings],
    carriesCode: ready.carriesCode,
  }
}

/** A PackageFault becomes a finding; other failures are thrown. Changes nothing. `plans` caches the products that can be imported. */
export async function checkPackage(
  initialWork: ServiceContext,
  pack: Package,
  how: ProductImportOptions,
  { prove, plans }: { readonly prove: ProductProver; readonly plans?: ImportPlanCache | undefined },
): Promise<CheckResult> {
  const work = await initialWork.at()
  const findings: TransferFinding[] = [...checkManifest(pack.manifest, work.versionedSnapshot.snapshot.languages)]
  const applied: ImportResult[] = []
  let carriesCode = false
  try {
    await pack.verify()
    const common = await createPackageContext(work, pack, how)
    findings.push(...common.findings)
    for (const { id } of pack.manifest.products) {
      const prepared = await prepareProduct(common, id, false)
      carriesCode ||= prepared.carriesCode
      findings.push(...prepared.findings)
      if (hasGrade(prepared.findings, 'blocker')) continue
      const tried = await tryImport(work, prepared.plan)
      findings.push(...tried.findings)
      if (!tried.applied) continue
      applied.push(tried.applied)
      findings.push(...(await prove(prepared.plan)))
      plans?.keep(work, prepared.plan)
    }
  } catch (error) {
    if (!(error instanceof zipFiles.PackageFault)) throw error
    findings.push(createTransferFinding(error.kind, getMessage(error)))
  }
  return createCheckResult(findings, applied, carriesCode)
}

/** Sorts the findings by grade and limits their number. */
export function createCheckResult(
  initialFindings: readonly TransferFinding[],
  applied: readonly ImportResult[],
  carriesCode: boolean,
): CheckResult {
  const findings = [...initialFindings]
  if (carriesCode) {
    findings.push(createTransferFinding('code', createMessage('transfer.carriesCode')))
  }
  const order: Readonly<Record<fileTransfers.FindingGrade, number>> = { blocker: 0, warning: 1, notice: 2 }
  return {
    findings: findings.toSorted((a, b) => order[a.grade] - order[b.grade]).slice(0, maxFindings),
    applied,
    carriesCode,
    needsScopes: carriesCode ? ['catalog:write', 'code:write'] : ['catalog:write'],
  }
}

interface TrialResult {
  readonly findings: readonly TransferFinding[]
  readonly applied: ImportResult | null
}

/** Maximum number of names listed in one message. */
const maxListedNames = 10

function formatNames(names: readonly (Message | string)[]): MessageValue {
  const listed = names.slice(0, maxListedNames)
  if (names.length <= maxListedNames) return listed
  return createMessage('transfer.more', { names: listed, count: names.length - maxListedNames })
}

/** Findings about effects of an import that its sender may not expect, such as deleted records. */
export function findImportEffects(
  { title, deleted, renumbered, configurations }: ImportResult,
  { parsedProduct, how }: ImportPlan,
): readonly TransferFinding[] {
  const { product } = parsedProduct
  const findings: TransferFinding[] = []
  if (deleted.length > 0) {
    const names = formatNames(deleted.map(({ name }) => name))
    const message = createMessage('transfer.deletesRecords', { title, count: deleted.length, names })
    findings.push(createTransferFinding('deletes-records', message, { product }))
  }
  if (configurations > 0) {
    const message = createMessage('transfer.deletesConfigurations', { count: configurations, title })
    findings.push(createTransferFinding('deletes-configurations', message, { product }))
  }
  if (renumbered.length > 0) {
    const names = renumbered.map(({ entity, from, to }) => createMessage('transfer.newId', { entity, from, to }))
    findings.push(
      createTransferFinding('new-id', createMessage('transfer.newIds', { names: formatNames(names) }), {
        product,
      }),
    )
  }
  if (how.mode === 'copy')
    findings.push(createTransferFinding('not-published', createMessage('transfer.copyUnpublished', { title }), { product }))
  return findings
}

/** Imports the product in a dry run. */
async function tryImport(work: ServiceContext, plan: ImportPlan): Promise<TrialResult> {
  try {
    const applied = await work.transact((inside) => applyProduct(inside, plan), { dryRun: true })
    return { applied, findings: findImportEffects(applied, plan) }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { applied: null, findings: toRefusalFindings(error, plan.parsedProduct.product) }
  }
}

/** The reasons why the product could not be stored, as blockers. */
export function toRefusalFindings(error: ValidationError, product: number): readonly TransferFinding[] {
  const place = error instanceof RecordRefusal ? { entity: error.member.entity.name, id: error.member.record.id } : {}
  if (error.issues.length === 0) return [createTransferFinding('refers-outside', getMessage(error), { product })]
  return error.issues.map(({ field, code, ...issue }) =>
    createTransferFinding(code === 'ID_CLASH' ? 'id-clash' : 'invalid-record', getMessage(issue), {
      product,
      ...place,
      ...(field !== '' && { field }),
    }),
  )
}

/** Findings from the manifest alone. */
export function checkManifest(manifest: Manifest, languages: readonly string[]): readonly TransferFinding[] {
  const findings: TransferFinding[] = []
  const missingLanguages = languages.filter((tag) => !manifest.languages.includes(tag))
  if (missingLanguages.length > 0) {
    const message = createMessage('transfer.lackingLanguages', {
      names: missingLanguages.join(', '),
      tag: manifest.languages[0]!,
    })
    findings.push(createTransferFinding('missing-language', message))
  }
  const extra = manifest.languages.filter((tag) => !languages.includes(tag))
  if (extra.length > 0) {
    findings.push(createTransferFinding('extra-language', createMessage('transfer.extraLanguages', { names: extra.join(', ') })))
  }
  if (manifest.service !== serviceState.getCoreVersion()) {
    const message = createMessage('transfer.otherVersion', {
      version: manifest.service.slice(0, 40),
      own: serviceState.getCoreVersion(),
    })
    findings.push(createTransferFinding('other-version', message))
  }
  return findings
}

// The report of a package check: findings, whether an import can follow, and the next step.

export interface CheckReport extends ImportReport {
  readonly findings: readonly TransferFinding[]
  /** The kinds of the warnings in `findings`. */
  readonly warningKinds: readonly TransferFindingKind[]
  /** True without blockers; warnings are acknowledged by the import. */
  readonly canProceed: boolean
  readonly nextStep: Message
  readonly carriesCode: boolean
  readonly needsScopes: CheckResult['needsScopes']
}

export interface ImportReport {
  readonly path: string
  readonly mode: ProductImportOptions['mode']
  readonly products: readonly ProductReport[]
}

/** The effect on a product, with the number of deleted records instead of their list. */
type ProductReport = Omit<ImportResult, 'deleted'> & { readonly deleted: number }

export function toProductReport({ deleted, ...rest }: ImportResult): ProductReport {
  return { ...rest, deleted: deleted.length }
}

export function createCheckReport(path: string, { mode }: ProductImportOptions, checked: CheckResult): CheckReport {
  const { findings, applied, carriesCode, needsScopes } = checked
  const warningKinds = [...new Set(findings.filter(({ grade }) => grade === 'warning').map(({ kind }) => kind))]
  const canProceed = !hasGrade(findings, 'blocker')
  return {
    path,
    mode,
    canProceed,
    nextStep: nextStep(canProceed, warningKinds),
    carriesCode,
    needsScopes,
    warningKinds,
    findings,
    products: applied.map(toProductReport),
  }
}

function nextStep(canProceed: boolean, warnings: readonly TransferFindingKind[]): Message {
  if (!canProceed) return createMessage('steps.packageBlocked')
  return createMessage(warnings.length === 0 ? 'steps.importPackage' : 'steps.importPackageWarned')
}
