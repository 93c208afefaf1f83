// Checks a package: tries the import in a transaction that is rolled back, and reports findings and effects.
import { ValidationError } from '../../foundation/errors.js'
import { getCoreVersion } from '../../foundation/version.js'
import type { Scope } from '../../foundation/access/areas.js'
import type { Work } from '../../storage/work.js'
import type { Applied, ImportHow } from '../import/define.js'
import { applyProduct } from '../import/apply.js'
import { RecordRefused } from '../import/applying.js'
import { ImportFiles } from '../import/files.js'
import { findOutside, type Outside, withoutMissing } from '../import/outside.js'
import { stage } from '../import/stage.js'
import type { Plans } from '../import/plans.js'
import type { Import } from '../import/wanted.js'
import { PackageFault } from '../package/faults.js'
import type { Manifest } from '../package/format.js'
import type { Package } from '../package/open.js'
import { finding, type Grade, type TransferFinding } from './findings.js'
import { effectsOf } from './effects.js'
import { isPlainlySound, soundly } from './judge-copy.js'

/** The result of a check; `applied` has the effect of an import on each product that can be imported. */
export interface Checked {
  readonly findings: readonly TransferFinding[]
  readonly applied: readonly Applied[]
  readonly carriesCode: boolean
  readonly needsScopes: readonly Scope[]
}

/** Finds further problems of an importable product; reads nothing and runs outside of units of work. */
export type Prove = (wanted: Import) => Promise<readonly TransferFinding[]>

/** Maximum number of findings. */
const most = 500

export const hasGrade = (findings: readonly TransferFinding[], grade: Grade): boolean =>
  findings.some((one) => one.grade === grade)

/** The result for an unreadable package. */
export function unreadable({ kind, message }: PackageFault): Checked {
  return { findings: [finding(kind, message)], applied: [], carriesCode: false, needsScopes: ['catalog:write'] }
}

/** Shared by all products of the package: the shop's records that they reference, resolved once. */
export interface Common {
  readonly work: Work
  readonly pack: Package
  readonly how: ImportHow
  readonly outside: Outside
}

export interface Prepared {
  readonly wanted: Import
  readonly findings: readonly TransferFinding[]
  readonly carriesCode: boolean
}

export async function commonOf(
  work: Work,
  pack: Package,
  how: ImportHow,
): Promise<Common & { readonly findings: readonly TransferFinding[] }> {
  return { work, pack, how, ...(await findOutside(work, pack.manifest.outside)) }
}

/** Prepares one product for an import and reports findings; with `keeps` its files are stored. */
export async function prepareProduct({ work, pack, how, outside }: Common, product: number, keeps: boolean): Promise<Prepared> {
  const { registry } = work.context
  const { languages, outside: named } = pack.manifest
  const rows = await pack.records(product)
  const ready = await stage(work.context, { product, rows, languages: work.moment.snapshot.languages, written: languages })
  const files = new ImportFiles(work, keeps)
  if (hasGrade(ready.findings, 'blocker')) {
    const wanted = { staged: ready, members: ready.members, outside, files, how }
    return { wanted, findings: ready.findings, carriesCode: ready.carriesCode }
  }
  const { members, findings } = withoutMissing(registry, ready, named, outside)
  await files.judge(pack, ready, how)
  return {
    wanted: { staged: ready, members, outside, files, how },
    findings: [...ready.findings, ...findings, ...files.findings],
    carriesCode: ready.carriesCode,
  }
}

/** A PackageFault becomes a finding; other failures are thrown. Changes nothing. `plans` caches the products that can be imported. */
export async function checkPackage(
  given: Work,
  pack: Package,
  how: ImportHow,
  { prove, plans }: { readonly prove: Prove; readonly plans?: Plans | undefined },
): Promise<Checked> {
  const work = await given.at()
  const findings: TransferFinding[] = [...ofManifest(pack.manifest, work.moment.snapshot.languages)]
  const applied: Applied[] = []
  let carriesCode = false
  let sample: Applied | null = null
  try {
    await pack.verify()
    const common = await commonOf(work, pack, how)
    findings.push(...common.findings)
    for (const { id } of pack.manifest.products) {
      const one = await prepareProduct(common, id, false)
      carriesCode ||= one.carriesCode
      findings.push(...one.findings)
      if (hasGrade(one.findings, 'blocker')) continue
      const tried = await judgeOrTry(work, one.wanted, sample)
      findings.push(...tried.findings)
      if (!tried.applied) continue
      sample ??= tried.applied
      applied.push(tried.applied)
      findings.push(...(await prove(one.wanted)))
      plans?.keep(work, { ...one.wanted, namesCopies: true })
    }
  } catch (error) {
    if (!(error instanceof PackageFault)) throw error
    findings.push(finding(error.kind, error.message))
  }
  return checkedOf(findings, applied, carriesCode)
}

/** Sorts the findings by grade and limits their number. */
export function checkedOf(found: readonly TransferFinding[], applied: readonly Applied[], carriesCode: boolean): Checked {
  const findings = [...found]
  if (carriesCode) {
    findings.push(finding('code', 'The package carries code calculations, so importing it needs the scope code:write too.'))
  }
  const order: Readonly<Record<Grade, number>> = { blocker: 0, warning: 1, notice: 2 }
  return {
    findings: findings.toSorted((a, b) => order[a.grade] - order[b.grade]).slice(0, most),
    applied,
    carriesCode,
    needsScopes: carriesCode ? ['catalog:write', 'code:write'] : ['catalog:write'],
  }
}

interface Tried {
  readonly findings: readonly TransferFinding[]
  readonly applied: Applied | null
}

/** The first copy is always tried. Others are tried only if success is uncertain: a trial doubles the writes. */
async function judgeOrTry(work: Work, wanted: Import, sample: Applied | null): Promise<Tried> {
  if (sample === null || !(await isPlainlySound(work, wanted))) return tryOut(work, wanted)
  const applied = soundly(wanted, sample.id)
  return { applied, findings: effectsOf(applied, wanted) }
}

/** Imports the product in a dry run. */
async function tryOut(work: Work, wanted: Import): Promise<Tried> {
  try {
    const applied = await work.transact((inside) => applyProduct(inside, wanted), { dryRun: true })
    return { applied, findings: effectsOf(applied, wanted) }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { applied: null, findings: refusals(error, wanted.staged.product) }
  }
}

/** The reasons why the product could not be stored, as blockers. */
export function refusals(error: ValidationError, product: number): readonly TransferFinding[] {
  const place = error instanceof RecordRefused ? { entity: error.member.entity.name, id: error.member.record.id } : {}
  if (error.issues.length === 0) return [finding('refers-outside', error.message, { product })]
  return error.issues.map(({ field, code, message }) =>
    finding(code === 'ID_CLASH' ? 'id-clash' : 'invalid-record', message, { product, ...place, ...(field !== '' && { field }) }),
  )
}

/** Findings from the manifest alone. */
export function ofManifest(manifest: Manifest, languages: readonly string[]): readonly TransferFinding[] {
  const findings: TransferFinding[] = []
  const lacking = languages.filter((tag) => !manifest.languages.includes(tag))
  if (lacking.length > 0) {
    const message = `The package has no texts in ${lacking.join(', ')}. New records get those in ${manifest.languages[0]} where a text is required.`
    findings.push(finding('missing-language', message))
  }
  const extra = manifest.languages.filter((tag) => !languages.includes(tag))
  if (extra.length > 0) {
    findings.push(
      finding('extra-language', `The texts in ${extra.join(', ')} would be left out: this shop does not have these languages.`),
    )
  }
  if (manifest.service !== getCoreVersion()) {
    const message = `The package was written by version ${manifest.service.slice(0, 40)} of the service; this is ${getCoreVersion()}.`
    findings.push(finding('other-version', message))
  }
  return findings
}
